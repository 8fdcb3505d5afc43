import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isStoreUnavailable } from '../errors.ts'
import { createLogSync } from './log-sync.ts'

test('a log that could not be synced is emptied before it is trusted again', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hub-log-sync-'))
  t.after(() => rm(folder, { recursive: true }))
  const path = join(folder, 'store.db')
  let emptied = 0
  await using log = createLogSync(path, () => void emptied++)
  await assert.rejects(log.sync(), isStoreUnavailable)
  await writeFile(`${path}-wal`, 'frames')
  await Promise.all([log.sync(), log.sync()])
  assert.equal(emptied, 1)
  await log.sync()
  assert.equal(emptied, 1)
})
