import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearestName } from './nearest-name.ts'

const KNOWN = ['name', 'description', 'max_turns', 'tools']

test('a mistyped name finds the one that was meant', () => {
  assert.equal(nearestName('nmae', KNOWN), 'name')
  assert.equal(nearestName('tool', KNOWN), 'tools')
  assert.equal(nearestName('descripton', KNOWN), 'description')
  assert.equal(nearestName('maxturns', KNOWN), 'max_turns')
})

test('a name like no other finds none', () => {
  assert.equal(nearestName('zebra', KNOWN), null)
  assert.equal(nearestName('name', []), null)
})
