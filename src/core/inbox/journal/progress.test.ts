import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createProgress, eventsMade } from './progress.ts'

test('readers wait for files of stored events, and not for files of an ended or stuck process [inbox.made]', async (t) => {
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
  await eventsMade(folder)
})
