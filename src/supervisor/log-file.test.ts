import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { openLogFile } from './log-file.ts'

const folderFor = (t: TestContext) => {
  const folder = mkdtempSync(join(tmpdir(), 'log-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a log file continues after the last run, and only its owner may read it [supervisor.log-file]', (t) => {
  const folder = folderFor(t)
  for (const line of ['first run', 'second run']) {
    using file = openLogFile(folder)
    file.append(line)
  }
  assert.equal(readFileSync(join(folder, 'hub.log'), 'utf8'), 'first run\nsecond run\n')
  assert.equal(statSync(join(folder, 'hub.log')).mode & 0o777, 0o600)
})

test('a full log file is replaced by a new one, and the oldest is deleted [supervisor.log-file]', (t) => {
  const folder = folderFor(t)
  using file = openLogFile(folder, { maxBytes: 10, maxOldFiles: 3 })
  for (let line = 1; line <= 6; line++) file.append(`line ${line} ----`)
  assert.deepEqual(readdirSync(folder).toSorted(), ['hub.log', 'hub.log.1', 'hub.log.2', 'hub.log.3'])
  assert.equal(readFileSync(join(folder, 'hub.log'), 'utf8'), 'line 6 ----\n')
  assert.equal(readFileSync(join(folder, 'hub.log.3'), 'utf8'), 'line 3 ----\n')
})
