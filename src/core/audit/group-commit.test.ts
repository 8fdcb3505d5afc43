import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createGroupCommit } from './group-commit.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

const start = () => {
  const batches: (readonly string[])[] = []
  const commits = createGroupCommit<string>(async (items) => void batches.push(items))
  return { batches, ...commits }
}

test('items of consecutive turns are committed together, a single item at once', async () => {
  const { batches, add, settled } = start()
  const added: Promise<void>[] = []
  for (const item of ['a', 'b', 'c']) {
    added.push(add(item))
    await turn()
  }
  await Promise.all(added)
  await settled()
  await add('d')
  assert.deepEqual(batches, [['a', 'b', 'c'], ['d']])
})

test('a caller that adds items in every turn does not delay others for long', async () => {
  const { batches, add } = start()
  let isDone = false
  const first = add('first').then(() => (isDone = true))
  const others: Promise<void>[] = []
  while (!isDone) {
    others.push(add('more'))
    await turn()
  }
  await Promise.all([first, ...others])
  assert.ok(batches[0]!.length <= 10, `${batches[0]!.length} at once`)
})
