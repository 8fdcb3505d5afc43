import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isStoreUnavailable, StoreBusy } from './errors.ts'

test('an unavailable store is distinguished from an invalid statement', () => {
  const failing = (facts: object) => Object.assign(new Error('failed'), facts)
  for (const facts of [
    { code: 'ERR_SQLITE_ERROR', errcode: 8 }, // read-only
    { code: 'ERR_SQLITE_ERROR', errcode: 1032 }, // read-only: the file was moved
    { code: 'ERR_SQLITE_ERROR', errcode: 13 }, // disk full
    { code: '25006' }, // read-only transaction
    { code: '53300' }, // too many connections
    { code: '57P01' }, // server is shutting down
    { code: '08006' }, // connection failure
    { code: '28P01' }, // wrong password
    { code: '3D000' }, // no such database
    { code: '57014' }, // statement timeout
    { code: '40001' }, // serialization failure
    { code: '40P01' }, // deadlock
    { code: '25P03' }, // idle in a transaction for too long
    { code: 'ECONNREFUSED' },
    { code: 'EAI_AGAIN' },
    { code: 'ENOENT', syscall: 'connect' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'Connection terminated due to connection timeout' },
    { message: 'timeout exceeded when trying to connect' },
    { message: 'Client has encountered a connection error and is not queryable' },
  ])
    assert.ok(isStoreUnavailable(failing(facts)), JSON.stringify(facts))
  assert.ok(isStoreUnavailable(new StoreBusy(10)))
  for (const facts of [
    { code: 'ERR_SQLITE_ERROR', errcode: 2067 },
    { code: '23505' },
    { code: '42601' },
    { code: 'ENOENT', syscall: 'open' },
    {},
  ])
    assert.ok(!isStoreUnavailable(failing(facts)), JSON.stringify(facts))
})
