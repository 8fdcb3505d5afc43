import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limitOf } from '../../bench/support/limit.ts'

const IDLE = { own: 0, core: 0, kernel: 0, helpers: 0, others: 0 }

test('a rate counts for the measured program if it used up its core and the other core had capacity', () => {
  assert.equal(limitOf({ ...IDLE, own: 0.98, core: 0.99, helpers: 0.58, others: 0.6 }), 'what is measured')
})

test('a load generator or upstream that used up its core is the limit, for any measured program', () => {
  assert.equal(limitOf({ ...IDLE, own: 0.98, core: 0.99, helpers: 0.95, others: 0.97 }), 'load and upstream')
  assert.equal(limitOf({ ...IDLE, own: 0.4, core: 0.42, helpers: 0.95, others: 0.97 }), 'load and upstream')
})

test('load of other processes on either core counts as other work, load of kernel threads does not', () => {
  assert.equal(
    limitOf({ ...IDLE, own: 0.7, core: 0.99, helpers: 0.6, others: 0.6 }),
    'other work on the machine',
  )
  assert.equal(
    limitOf({ ...IDLE, own: 0.98, core: 0.99, helpers: 0.4, others: 0.97 }),
    'other work on the machine',
  )
  assert.equal(
    limitOf({ ...IDLE, own: 0.91, core: 1, kernel: 0.1, helpers: 0.6, others: 0.6 }),
    'what is measured',
  )
})

test('with capacity on both cores, a program waits', () => {
  assert.equal(limitOf({ ...IDLE, own: 0.5, core: 0.52, helpers: 0.3, others: 0.3 }), 'nobody: it waits')
})
