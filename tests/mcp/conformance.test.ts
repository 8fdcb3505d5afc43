import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { REVISIONS, runServerMode, startConformanceHub } from './conformance-run.ts'

suite('the official conformance suite', () => {
  let url: string
  let folder: string
  const closing: (() => PromiseLike<unknown>)[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    url = await startConformanceHub({ after: (close) => void closing.push(close) })
  })
  after(async () => {
    for (const close of closing.toReversed()) await close()
    await rm(folder, { recursive: true })
  })

  for (const revision of REVISIONS)
    test(`what revision ${revision} requires holds, but for the listed exceptions [mcp.conformance]`, async () => {
      const run = await runServerMode(url, revision, folder)
      assert.equal(run.code, 0, run.output.slice(-8000))
    })
})
