import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { removeFolder } from '../../support/folder.ts'
import { root } from '../../../bin/setup/tree.mjs'
import type { Verdict } from '../../mcp/conformance-verdict.ts'
import { pageWithVerdicts } from './conformance-page.ts'
import { pageWith, type Row } from './page.ts'
import { CLIENTS, SERVERS } from './peers.ts'
import { declinedAnswer } from './run-servers.ts'
import { installToolchains, missingProgram, pinnedVersion } from './toolchains.ts'
import { runBounded } from '../fuzz/run-bounded.ts'

test('each peer has a unique id, a pinned package and a program', () => {
  const peers = [...CLIENTS, ...SERVERS]
  assert.equal(new Set(peers.map(({ id }) => id)).size, peers.length)
  for (const { id, toolchain, package: name, program } of peers) {
    assert.match(pinnedVersion(toolchain, name), /^\d+\.\d/, id)
    const files = `**/${program}{.py,.mjs,.rs,.java,/main.go}`
    assert.equal(globSync(files, { cwd: dirname(toolchain.manifest) }).length, 1, `${id}: ${program}`)
  }
})

test('each Python package is installed by a hash', () => {
  const locks = globSync('python/requirements*.txt', { cwd: import.meta.dirname })
  assert.equal(locks.length, 2)
  for (const lock of locks) {
    const read = (path: string) =>
      readFileSync(join(import.meta.dirname, path), 'utf8')
        .replaceAll('\\\n', ' ')
        .replaceAll(/\[.*?\]/g, '')
    const locked = read(lock).trimEnd().split('\n')
    for (const line of locked) assert.match(line, /^\S+==\S+ .*--hash=sha256:/, lock)
    for (const pin of read(lock.replace(/txt$/, 'in')).trimEnd().split('\n'))
      assert.ok(
        locked.some((line) => line.startsWith(`${pin} `)),
        pin,
      )
  }
})

test('a toolchain is missing when one of its programs is in no folder of PATH', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'peers-path-'))
  t.after(() => removeFolder(folder))
  writeFileSync(join(folder, 'javac'), '')
  const needs = ['javac', 'java']
  assert.equal(missingProgram({ needs }, folder), 'java is not installed')
  assert.equal(missingProgram({ needs }, ''), 'javac is not installed')
  writeFileSync(join(folder, 'java'), '')
  assert.equal(missingProgram({ needs }, `${delimiter}${folder}`), null)
})

test('a missing language is named and skipped, a failing one is a failure, and the others are installed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'peers-path-'))
  t.after(() => removeFolder(folder))
  for (const program of ['npm', 'cargo', 'javac']) writeFileSync(join(folder, program), '')
  const lines: string[] = []
  const toolchain = (name: string, needs: string[], failure?: string) => ({
    name,
    needs,
    install: async () => {
      if (failure) throw new Error(failure)
    },
  })
  const [go, rust] = [toolchain('go', ['go']), toolchain('rust', ['cargo'])]
  const others = [toolchain('java', ['javac'], 'javac failed'), toolchain('javascript', ['npm'])]
  const report = {
    failed: (failure: string) => void lines.push(`failed ${failure}`),
    lacks: (name: string, reason: string) => void lines.push(`lacks ${name}: ${reason}`),
  }
  const ready = await installToolchains([go, rust, go, ...others], report, folder)
  assert.deepEqual(
    [...ready].map(({ name }) => name),
    ['rust', 'javascript'],
  )
  assert.deepEqual(lines, ['lacks go: go is not installed', 'failed java: javac failed'])
})

const row = (name: string, version: string, failure: string | null = null): Row => ({
  table: 'MCP clients',
  name,
  version,
  tried: [
    { what: 'call', failure: null },
    { what: 'cancel', failure },
  ],
  date: '2026-11-29',
})

test('the page replaces the lines of peers that ran and keeps the others', () => {
  const tables = ['Clients of the chat API', 'MCP clients']
  const first = pageWith(
    '',
    [row('A', '1.0', 'refused | at http://127.0.0.1:4711/mcp'), row('B', '1.0')],
    tables,
  )
  assert.match(first, /- \*\*A\*\* 1\.0, 2026-11-29: call\. Failed: cancel: refused at http:\/\/…\/mcp\n/)
  const second = pageWith(first, [row('A', '1.1')], tables)
  assert.match(second, /- \*\*A\*\* 1\.1, 2026-11-29: call, cancel\n- \*\*B\*\* 1\.0,/)
  assert.equal(pageWith(second, [], tables), second)
  const missing = { ...row('C', '1.0'), tried: [{ what: 'sign-in', failure: null, isMissing: true }] }
  assert.match(
    pageWith('', [missing], tables),
    /- \*\*C\*\* 1\.0, 2026-11-29: no test passed\. Not supported: sign-in\n/,
  )
})

test('the list of the conformance suite has each scenario and keeps those that did not run [mcp.conformance]', () => {
  const at = { mode: 'server', revision: '2025-11-25', state: 'passes', reason: '' } as const
  const verdicts: Verdict[] = [
    {
      ...at,
      scenario: 'd',
      mode: 'client',
      revision: null,
      state: 'fails',
      reason: 'one | http://127.0.0.1:1/x',
    },
    { ...at, scenario: 'a' },
    { ...at, scenario: 'b', state: 'unsupported', reason: 'No `x` here' },
    { ...at, scenario: 'b', revision: '2026-07-28' },
    { ...at, scenario: 'c' },
  ]
  const empty = '# MCP\n<!-- the list of the conformance suite -->\nold\n<!-- end of the list -->\n'
  const page = pageWithVerdicts(empty, verdicts, '1.2')
  const rows = (text: string) => text.split('\n').filter((line) => line.startsWith('- '))
  const before = [
    '- **server**, passes: `a`, `c`',
    '- **server**, not supported in 2025-11-25, passes in 2026-07-28 (No `x` here): `b`',
    '- **client**, fails (one http://…/x): `d`',
  ]
  assert.deepEqual(rows(page), before)
  const later = pageWithVerdicts(page, [{ ...at, mode: 'client', scenario: 'd' }], '1.3')
  assert.deepEqual(rows(later), [...before.slice(0, 2), '- **client**, passes: `d`'])
  assert.match(later, /Version 1\.3/)
  assert.throws(() => pageWithVerdicts('# MCP', verdicts, '1.2'))
})

test('the walk expects the sentence on declined questions that the documentation has', () => {
  const page = readFileSync(join(root, 'docs/mcp-servers.md'), 'utf8')
  assert.ok(page.includes(declinedAnswer('desk', 'Which table?')))
})

test('a program that does not end is killed after its time', async () => {
  const endless = [process.execPath, '-e', 'setInterval(() => {}, 1000)'] as const
  assert.equal(await runBounded([...endless], { maxMs: 50 }), null)
  assert.equal(await runBounded([process.execPath, '-e', 'process.exit(3)'], { maxMs: 60_000 }), 3)
})
