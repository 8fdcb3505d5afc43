import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { branchesIn } from './branches.ts'

const message = (id: string, parentId: string | null) => ({ id, parentId })

describe('branches of a chat', () => {
  test('part where several messages follow one, and each stands behind the one it goes on from', () => {
    const messages = [
      message('a', null),
      message('b', 'a'),
      message('c', 'b'),
      message('d', 'b'),
      message('e', 'd'),
      message('f', 'c'),
      message('g', null),
    ]
    assert.deepEqual(branchesIn(messages), [
      { id: 'a', parentId: null, count: 2 },
      { id: 'c', parentId: 'a', count: 2 },
      { id: 'd', parentId: 'a', count: 2 },
      { id: 'g', parentId: null, count: 1 },
    ])
    assert.deepEqual(branchesIn([]), [])
  })

  test('hold every message below a first one once, for any parents', () => {
    const tree = fc
      .array(fc.nat(), { maxLength: 40 })
      .map((parents) =>
        parents.map((parent, n) => message(`m${n}`, parent % (n + 1) === n ? null : `m${parent % (n + 1)}`)),
      )
    fc.assert(
      fc.property(tree, (messages) => {
        const branches = branchesIn(messages)
        assert.equal(
          branches.reduce((sum, { count }) => sum + count, 0),
          messages.length,
        )
        const places = new Map(branches.map(({ id }, place) => [id, place]))
        for (const [place, { parentId }] of branches.entries())
          if (parentId !== null) assert.ok(places.get(parentId)! < place)
      }),
    )
    assert.deepEqual(branchesIn([message('a', 'b'), message('b', 'a')]), [])
  })
})
