import assert from 'node:assert/strict'
import { globSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { removeFolder } from '../../support/folder.ts'
import { pageWith, type Row } from './page.ts'
import { CLIENTS, SERVERS } from './peers.ts'
import { missingProgram, pinnedVersion } from './toolchains.ts'

test('each peer has an id of its own, a pinned package and a program', () => {
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

test('the page replaces the rows of peers that ran and keeps the others', () => {
  const tables = ['Clients of the chat API', 'MCP clients']
  const first = pageWith(
    '',
    [row('A', '1.0', 'refused | at http://127.0.0.1:4711/mcp'), row('B', '1.0')],
    tables,
  )
  assert.match(first, /\| A \| 1\.0 \| call \| cancel: refused at http:\/\/…\/mcp \| 2026-11-29 \|/)
  const second = pageWith(first, [row('A', '1.1')], tables)
  assert.match(second, /\| A \| 1\.1 \| call, cancel \| {2}\| 2026-11-29 \|\n\| B \| 1\.0 \|/)
  assert.equal(pageWith(second, [], tables), second)
})
