import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { REVISIONS, runServerRevision, startConformanceHub } from './conformance-run.ts'
import { verdictOn } from './conformance-verdict.ts'

suite('the official conformance suite', () => {
  let url: string
  const closing: (() => PromiseLike<unknown>)[] = []

  before(async () => {
    url = await startConformanceHub({ after: (close) => void closing.push(close) })
  })
  after(async () => {
    for (const close of closing.toReversed()) await close()
  })

  for (const revision of REVISIONS)
    test(`the requirements of revision ${revision} hold, except for the listed exceptions [mcp.conformance]`, async () => {
      const results = await runServerRevision(url, revision)
      assert.ok(results.length > 30, `${results.length} scenarios ran`)
      const verdicts = results.map((result) => verdictOn(result, { mode: 'server', revision }))
      assert.deepEqual(
        verdicts.filter(({ state }) => state === 'fails'),
        [],
      )
    })
})

test('an exception excuses a failure, names its reason and fails once it passes [mcp.conformance]', () => {
  const failure = (check: string) => ({ check, reason: 'no' })
  const at = { mode: 'server', revision: '2025-11-25' } as const
  const exceptions = [
    { mode: 'server', reason: 'whole', revision: '2025-11-25', scenarios: ['a'] },
    { mode: 'server', reason: 'part', scenarios: ['b:one'] },
    { mode: 'client', reason: 'other', scenarios: ['c'] },
  ] as const
  const judge = (scenario: string, checks: string[], where: { mode: 'server'; revision: string } = at) => {
    const { state, reason } = verdictOn({ scenario, failures: checks.map(failure) }, where, exceptions)
    return [state, reason]
  }
  assert.deepEqual(judge('a', ['x']), ['unsupported', 'whole'])
  assert.deepEqual(judge('a', []), ['fails', 'a passes: remove it from the exceptions'])
  assert.deepEqual(judge('a', ['x'], { mode: 'server', revision: '2026-07-28' }), ['fails', 'x: no'])
  assert.deepEqual(judge('b', ['one']), ['partly', 'part'])
  assert.deepEqual(judge('b', ['one', 'two']), ['fails', 'two: no'])
  assert.deepEqual(judge('b', []), ['passes', ''])
  assert.deepEqual(judge('c', ['x']), ['fails', 'x: no'])
})
