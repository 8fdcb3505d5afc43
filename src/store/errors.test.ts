import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStoreUnavailable, StoreBusy } from './errors.ts'

test('a store that can’t be used is told from a statement that is wrong', () => {
  const failing = (facts: object) => Object.assign(new Error('failed'), facts)
  for (const facts of [
    { code: 'ERR_SQLITE_ERROR', errcode: 8 }, // read-only
    { code: 'ERR_SQLITE_ERROR', errcode: 1032 }, // read-only: the file was moved
    { code: 'ERR_SQLITE_ERROR', errcode: 13 }, // disk full
    { code: '25006' }, // read-only transaction
    { code: '53300' }, // too many connections
    { code: '57P01' }, // shut down
    { code: '08006' }, // connection failure
    { code: 'ECONNREFUSED' },
  ])
    assert.ok(isStoreUnavailable(failing(facts)), JSON.stringify(facts))
  assert.ok(isStoreUnavailable(new StoreBusy(10)))
  for (const facts of [{ code: 'ERR_SQLITE_ERROR', errcode: 2067 }, { code: '23505' }, { code: '42601' }, {}])
    assert.ok(!isStoreUnavailable(failing(facts)), JSON.stringify(facts))
})
