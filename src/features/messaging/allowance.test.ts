import assert from 'node:assert/strict'
import test from 'node:test'
import { createAllowance } from './allowance.ts'

test('so many in any stretch of time, and none during a rest', () => {
  let now = 1000
  const allowance = createAllowance({ now: () => now }, { most: 2, inMs: 100 })
  assert.deepEqual([allowance.take(), allowance.take(), allowance.take()], [0, 0, 100])
  now += 60
  assert.equal(allowance.take(), 40)
  now += 40
  assert.deepEqual([allowance.take(), allowance.take(), allowance.take()], [0, 0, 100])
  allowance.rest(500)
  now += 100
  assert.equal(allowance.take(), 400)
  now += 400
  assert.equal(allowance.take(), 0)
})
