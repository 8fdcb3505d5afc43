import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { z } from 'zod'
import { knownMembers, lenient, lenientList } from './lenient-schema.ts'

test('members of a known form keep their order among any other members', () => {
  fc.assert(
    fc.property(fc.array(fc.anything()), (members) => {
      const known = members.filter((member) => typeof member === 'string')
      assert.deepEqual(knownMembers(z.string()).parse(members), known)
      assert.deepEqual(z.object({ list: lenientList(z.string()) }).parse({ list: members }).list, known)
    }),
  )
})

test('a list must be a list, unless it may be missing', () => {
  assert.equal(knownMembers(z.string()).safeParse('ab').success, false)
  for (const list of [undefined, null, 'ab', {}])
    assert.equal(z.object({ list: lenientList(z.string()) }).parse({ list }).list ?? null, null)
  assert.equal(z.object({ a: lenient(z.number()) }).parse({ a: 'b' }).a, undefined)
})
