import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isSmallJson, writeJson, writeJsonBytes } from './write.ts'

const none = { isSpent: () => false, nextTurn: async () => {} }

test('the text is the one that JSON.stringify gives, however large the value is', async () => {
  const value = fc.jsonValue({ maxDepth: 4 })
  await fc.assert(
    fc.asyncProperty(value, fc.constantFrom(1, 3000), async (part, times) => {
      const list = Array.from({ length: times }, () => part)
      const large = {
        list,
        text: `x${'é"😀'.repeat(times * 10)}`,
        nothing: undefined,
        holes: [undefined, ...list],
        part,
      }
      assert.equal(await writeJson(large, none), JSON.stringify(large))
      assert.equal((await writeJsonBytes(large, none)).toString(), JSON.stringify(large))
    }),
    { numRuns: 40 },
  )
})

test('a large value is written in portions, and the budget of the turn is looked at between them', async () => {
  let looks = 0
  const counted = { isSpent: () => ++looks % 10 === 0, nextTurn: async () => {} }
  const messages = Object.fromEntries(
    Array.from({ length: 40_000 }, (_, n) => [`m${n}`, { content: `${n}` }]),
  )
  assert.equal(isSmallJson(messages), false)
  assert.equal(await writeJson({ history: { messages } }, counted), JSON.stringify({ history: { messages } }))
  assert.ok(looks >= 40_000)
})
