import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { branchTo, childrenOf, findLeaf, versionsIn } from './tree.ts'

const message = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  parentId: fc.constantFrom('a', 'b', 'c', 'd', 'e', null),
})

describe('a tree of messages', () => {
  test('gives the branch from the first message down', () => {
    const messages = [
      { id: 'a', parentId: null },
      { id: 'b', parentId: 'a' },
      { id: 'c', parentId: 'a' },
      { id: 'd', parentId: 'c' },
    ]
    assert.deepEqual(
      branchTo(messages, 'd').map(({ id }) => id),
      ['a', 'c', 'd'],
    )
    assert.deepEqual(childrenOf(messages).get('a'), ['b', 'c'])
    assert.deepEqual(branchTo(messages, null), [])
    assert.deepEqual(branchTo(messages, 'gone'), [])
  })

  test('knows the versions of a message, and where the branch below it ends', () => {
    const messages = [
      { id: 'a', parentId: null, role: 'user' },
      { id: 'b', parentId: 'a', role: 'assistant' },
      { id: 'c', parentId: 'a', role: 'assistant' },
      { id: 'd', parentId: 'c', role: 'user' },
      { id: 'e', parentId: 'a', role: 'user' },
      { id: 'f', parentId: null, role: 'user' },
    ] as const
    const versions = versionsIn(messages)
    assert.deepEqual([versions.get('c'), versions.get('e')], [['b', 'c'], ['e']])
    assert.deepEqual(versions.get('a'), ['a', 'f'])
    const children = childrenOf(messages)
    assert.deepEqual([findLeaf(children, 'b'), findLeaf(children, 'c')], ['b', 'd'])
    assert.equal(findLeaf(children, 'a'), 'e')
  })

  test('ends for any parents, circles included, and repeats no message', () => {
    fc.assert(
      fc.property(fc.uniqueArray(message, { selector: ({ id }) => id }), (messages) => {
        const branch = branchTo(messages, 'a').map(({ id }) => id)
        assert.equal(new Set(branch).size, branch.length)
        assert.ok(findLeaf(childrenOf(messages), 'a'))
        if (messages.some(({ id }) => id === 'a')) assert.equal(branch.at(-1), 'a')
      }),
    )
  })
})
