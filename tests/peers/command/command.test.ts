import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { root } from '../../../bin/setup/tree.mjs'
import { summaryOf } from '../../../scripts/peers/summary.ts'
import { removeFolder } from '../../support/folder.ts'
import { CHECKS as CALLS } from '../../open-webui/walk.ts'
import { SETS } from '../clients/page.ts'
import { until } from '../../support/until.ts'
import { CHECKS as FRONT_CHECKS } from '../front/checks.ts'
import { CHECKS as MODEL_CHECKS } from '../models/checks.ts'
import { PAGE_CHECKS } from '../open-webui/browser-walk.ts'
import { SINCE_0_12 } from '../open-webui/try-open-webui.ts'
import { createReport } from '../report.ts'

test('the summary counts the tries of each area, and names failures and programs that are not installed', () => {
  const lines = summaryOf([
    { area: 'identity', passed: 17, failures: [], notInstalled: [] },
    { area: 'stores', passed: 3, failures: ['NATS server stop: no\nevent'], notInstalled: [] },
    {
      area: 'front',
      passed: 2,
      failures: [],
      notInstalled: [{ name: 'Caddy', reason: 'go is not installed' }],
    },
    { area: 'fuzz', passed: 0, failures: [], notInstalled: [{ name: 'fuzz', reason: 'no python3' }] },
  ])
  assert.deepEqual(lines, [
    '✔ identity: 17 passed',
    '✖ stores: 3 passed, 1 failed',
    '    failed: NATS server stop: no event',
    '✔ front: 2 passed, 1 not installed',
    '    not installed: Caddy, because go is not installed',
    '- fuzz: 0 passed, 1 not installed',
    '    not installed: fuzz, because no python3',
  ])
})

test('a program that cannot be installed has a line with the reason until it is tried', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'peers-page-'))
  t.after(() => removeFolder(folder))
  const page = join(folder, 'page.md')
  const report = createReport(page)
  report.notInstalled('Some Store', '4.48', 'pip refused `some-store`')
  assert.match(
    readFileSync(page, 'utf8'),
    /## Programs that could not be installed\n\n- \*\*Some Store\*\* 4\.48, [\d-]+: pip refused some-store\n/,
  )
  const tried = [
    { what: 'artifact', failure: null },
    { what: 'killed', failure: 'lost a file' },
    { what: 'wrong-region', failure: null, isMissing: true },
  ]
  report.row({ table: 'Services that instances share', name: 'Some Store', version: '4.48', tried })
  assert.doesNotMatch(readFileSync(page, 'utf8'), /could not be installed/)
  assert.deepEqual(report.outcome, {
    passed: 1,
    failures: ['Some Store killed: lost a file'],
    notInstalled: [{ name: 'Some Store', reason: 'pip refused `some-store`' }],
  })
})

test('the sets of the page are the checks that the page says', () => {
  const checks: Record<string, readonly string[]> = {
    '*proxy set*': Object.keys(FRONT_CHECKS),
    '*page set*': Object.keys(PAGE_CHECKS),
    '*model set*': Object.keys(MODEL_CHECKS).filter((what) => what !== 'wrong-key'),
    '*Open WebUI set*': Object.keys(CALLS).filter((what) => !SINCE_0_12.has(what)),
  }
  for (const [name, expected] of Object.entries(checks))
    assert.deepEqual(SETS[name]!.toSorted(), expected.toSorted(), name)
})

const FAMILY = `
import { spawn } from 'node:child_process'
import { killDescendants } from '${root}/scripts/peers/descendants.ts'
process.on('exit', () => killDescendants(process.pid))
process.on('SIGTERM', () => process.exit(9))
const inner = "const { spawn } = require('node:child_process');" +
  "const { pid } = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });" +
  "console.log(process.pid + ' ' + pid); setInterval(() => {}, 1000)"
spawn(process.execPath, ['-e', inner], { stdio: ['ignore', 'inherit', 'inherit'] })
`

test('processes in groups of their own end with the process that started them', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', FAMILY], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const pids = line.split(' ').map(Number)
  assert.deepEqual(pids.map(isRunning), [true, true])
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [9, null])
  await until(async () => !pids.some(isRunning), { what: 'the processes end' })
})

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

test('a signal to the check program ends the script, whose status it returns', async () => {
  const check = join(root, 'bin/check.mjs')
  const folder = mkdtempSync(join(root, 'node_modules/.cache/check-signal-'))
  const script = join(folder, 'wait.mjs')
  writeFileSync(
    script,
    "process.on('SIGTERM', () => process.exit(7)); console.log('ready'); setInterval(() => {}, 1000)",
  )
  try {
    const child = spawn(process.execPath, [check, script], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(createInterface(child.stdout), 'line')
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [7, null])
  } finally {
    await removeFolder(folder)
  }
})
