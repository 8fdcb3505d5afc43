import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { folderOf } from '../clients/clients.ts'
import { startKeyProxy } from '../support/key-proxy.ts'
import { startTestMcp } from '../support/mcp.ts'
import { CONFORMANCE_HUB } from './conformance-hub.ts'

/** What the specification of the service leaves out, each with its reason. One that passes all the same fails the run. */
const exceptionsOf = (revision: string) => join(import.meta.dirname, `conformance-${revision}.yaml`)
const PROGRAM = join(folderOf('@modelcontextprotocol/conformance'), 'dist/index.js')

suite('the official conformance suite', () => {
  let url: string
  let folder: string
  const closing: (() => PromiseLike<unknown>)[] = []
  const ending = { after: (close: () => PromiseLike<unknown>) => void closing.push(close) }

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    const hub = await startTestMcp(ending, { files: CONFORMANCE_HUB })
    const { key } = await hub.member('Bea')
    url = await startKeyProxy(ending, hub.mcpUrl, key)
  })
  after(async () => {
    for (const close of closing.toReversed()) await close()
    await rm(folder, { recursive: true })
  })

  for (const revision of ['2025-11-25', '2026-07-28'])
    test(`what revision ${revision} requires holds, but for the listed exceptions [mcp.conformance]`, async () => {
      const args = ['--url', url, '--requirements', revision, '--expected-failures', exceptionsOf(revision)]
      const run = await ended(process.execPath, [PROGRAM, 'server', ...args, '-o', folder])
      assert.equal(run.code, 0, run.output.slice(-8000))
    })
})

const ended = (program: string, args: readonly string[]): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
