import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { offeredNames, prefixOf } from './names.ts'

const VALID = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

test('plain names stay as they are', () => {
  assert.equal(prefixOf('github'), 'github')
  assert.equal(prefixOf('My server'), 'My_server')
  assert.equal(prefixOf('1password'), 'mcp_1password')
  assert.deepEqual(
    [...offeredNames('github', ['search-code', 'list_issues'])],
    [
      ['search-code', 'github__search-code'],
      ['list_issues', 'github__list_issues'],
    ],
  )
})

test('any names become valid and unique, and a prefix never contains the separator', () => {
  fc.assert(
    fc.property(
      fc.string({ minLength: 1, unit: 'grapheme' }),
      fc.uniqueArray(fc.string({ minLength: 1, maxLength: 90 })),
      (server, tools) => {
        const prefix = prefixOf(server)
        assert.ok(!prefix.includes('__'))
        const names = [...offeredNames(prefix, tools).values()]
        assert.equal(new Set(names).size, tools.length)
        for (const name of names) assert.match(name, VALID)
      },
    ),
  )
})

test('the offered name of a tool does not depend on the order of the list', () => {
  const tools = ['a.b', 'a b', 'a_b', 'x'.repeat(80)]
  assert.deepEqual(
    Object.fromEntries(offeredNames('s', tools)),
    Object.fromEntries(offeredNames('s', tools.toReversed())),
  )
  assert.equal(offeredNames('s', tools).get('a_b'), 's__a_b')
})
