import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { digestOf, fileDigest } from './digest.ts'
import { sha256 } from './ids.ts'
import { createTurnBudget } from './turn-budget.ts'

test('many bytes are hashed over several turns, to the digest of a single step', async () => {
  let [ms, turns] = [0, 0]
  const budget = createTurnBudget({
    now: () => (ms += 5),
    afterTurn(then) {
      turns++
      setImmediate(then)
    },
  })
  const bytes = Buffer.alloc(9 * 1024 * 1024 + 7, 'abc')
  assert.equal(await digestOf(createHash('sha256'), bytes, budget), sha256(bytes))
  assert.ok(turns > 2, `${turns} turns`)
  for (const short of [Buffer.alloc(0), Buffer.from('é')])
    assert.equal(await fileDigest(short), sha256(short))
})
