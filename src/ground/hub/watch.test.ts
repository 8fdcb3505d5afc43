import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import { watchFolders } from './watch.ts'

test('a closed watch starts no new watcher, even during a check [hub.tools]', async () => {
  const watches = () => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap').length
  const before = watches()
  const watching = watchFolders(
    () => {},
    () => {},
  )
  watching.follow(new Set([tmpdir()]))
  assert.equal(watches(), before + 1)
  watching[Symbol.dispose]()
  watching.follow(new Set([tmpdir()]))
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)))
  assert.equal(watches(), before)
})
