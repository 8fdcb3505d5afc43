import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedRead } from './shared-read.ts'

test('those who ask together share a read, which begins after they asked', async () => {
  let value = 'old'
  const reads: string[] = []
  const read = sharedRead(async (key) => {
    reads.push(key)
    return value
  })
  const answers = [read('a'), read('b'), read('a')]
  value = 'new'
  assert.deepEqual(await Promise.all(answers), ['new', 'new', 'new'])
  assert.deepEqual(reads, ['a', 'b'])
})

test('a caller that arrives after a read has begun starts a separate read', async () => {
  const begun = Promise.withResolvers<void>()
  const held = Promise.withResolvers<number>()
  let reads = 0
  const read = sharedRead(() => {
    begun.resolve()
    return ++reads === 1 ? held.promise : Promise.resolve(reads)
  })
  const first = read('a')
  await begun.promise
  const second = read('a')
  held.resolve(1)
  assert.deepEqual(await Promise.all([first, second]), [1, 2])
})

test('a failed read fails for its concurrent readers only', async () => {
  let reads = 0
  const read = sharedRead(async () => {
    if (++reads === 1) throw new Error('no connection')
    return reads
  })
  const both = await Promise.allSettled([read('a'), read('a')])
  assert.deepEqual(
    both.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await read('a'), 2)
})
