import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProgress, eventsMade } from './progress.ts'

test('readers wait for the files of what is kept, not for those of a process that is gone or hangs [inbox.made]', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hub-progress-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  await eventsMade(join(folder, 'missing'))
  writeFileSync(join(folder, 'oldboot-1-1-0.progress'), Buffer.from(new Float64Array([5, 0]).buffer))
  writeFileSync(join(folder, 'oldboot-1-1-1.progress'), 'torn')
  using progress = createProgress(folder)
  progress.set(3, 1)
  let isMade = false
  const waiting = eventsMade(folder).then(() => assert.ok(isMade, 'it waited'))
  await new Promise((resolve) => setImmediate(resolve))
  isMade = true
  progress.set(4, 3)
  await waiting
  await eventsMade(folder) // the fourth event never gets a file
})
