import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isLocked } from './locks.ts'

const GROUPS = ['/api/v1/groups']

test('writes below a locked prefix are found in every spelling, reads are not [edge.locks]', () => {
  for (const path of [
    '/api/v1/groups',
    '/api/v1/groups/',
    '/api/v1/groups/create',
    '//api//v1///groups/create',
    '/api/v1/%67roups/create',
    '/api%2Fv1/groups',
    '/api/v1/groups%2fcreate',
    '/api/v1/%67roups/%zz',
    '/api/v1/%67roups/%ff',
  ]) {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) assert.ok(isLocked(method, path, GROUPS), path)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) assert.ok(!isLocked(method, path, GROUPS), path)
  }
  for (const path of ['/api/v1/groupset', '/api/v1', '/x/api/v1/groups', '/', '/api/v1/%', '/api/v1/users'])
    assert.ok(!isLocked('POST', path, GROUPS), path)
})

test('however a path is encoded, it is as locked as it was [edge.locks]', () => {
  const letters = '/api/v1/groups/create'.split('')
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: letters.length, maxLength: letters.length }), (hide) => {
      const path = letters.map((letter, index) =>
        hide[index] && letter !== '/' ? `%${letter.charCodeAt(0).toString(16)}` : letter,
      )
      assert.ok(isLocked('DELETE', path.join(''), GROUPS))
    }),
  )
})

test('without a prefix nothing is locked [edge.locks]', () => {
  assert.ok(!isLocked('POST', '/api/v1/groups', []))
})
