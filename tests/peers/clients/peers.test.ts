import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from 'node:test'
import { pageWith, type Row } from './page.ts'
import { CLIENTS, SERVERS } from './peers.ts'
import { pinnedVersion } from './toolchains.ts'

test('each peer has an id of its own, a pinned package and a program', () => {
  const peers = [...CLIENTS, ...SERVERS]
  assert.equal(new Set(peers.map(({ id }) => id)).size, peers.length)
  for (const { id, toolchain, package: name, program } of peers) {
    assert.match(pinnedVersion(toolchain, name), /^\d+\.\d/, id)
    const files = `**/${program}{.py,.mjs,/main.go}`
    assert.equal(globSync(files, { cwd: dirname(toolchain.manifest) }).length, 1, `${id}: ${program}`)
  }
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
