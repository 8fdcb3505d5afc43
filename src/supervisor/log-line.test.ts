import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shownLine } from './log-line.ts'

const line = (entry: object) =>
  JSON.stringify({ time: '2026-01-01T00:00:00Z', pid: 7, name: 'bridge', ...entry })

test('a warning is shown with its text and fields in one line [supervisor.log-terminal]', () => {
  const shown = shownLine(
    'x',
    line({ level: 'warn', event: 'turn.failed', code: 'timeout', ms: 3, msg: 'turn failed' }),
  )
  assert.deepEqual(shown, { level: 'warn', text: 'bridge: turn failed (code=timeout ms=3)' })
})

test('a problem is shown with its place, as far as it is known [supervisor.log-terminal]', () => {
  const problem = {
    level: 'warn',
    event: 'hub.problem',
    msg: 'problem in the Hub folder',
    message: 'no such tool',
  }
  assert.equal(
    shownLine('x', line({ ...problem, file: 'agent.md', line: 3, column: 8 }))?.text,
    'bridge: problem in the Hub folder: agent.md:3:8: no such tool',
  )
  assert.equal(
    shownLine('x', line({ ...problem, file: 'tools/a.ts', line: null, column: null }))?.text,
    'bridge: problem in the Hub folder: tools/a.ts: no such tool',
  )
})

test('a place and a reason that the text holds are shown once [supervisor.log-terminal]', () => {
  const problem = { file: 'inbound/webhooks.yaml', line: 2, column: 13, message: 'there is another endpoint' }
  const msg = 'inbound/webhooks.yaml:2:13: there is another endpoint'
  assert.equal(shownLine('x', line({ level: 'warn', msg, ...problem }))?.text, `bridge: ${msg}`)
  const refused = { msg: '/webhooks/a/b accepts no deliveries: it answers 403', reason: 'it answers 403' }
  assert.equal(shownLine('x', line({ level: 'error', ...refused }))?.text, `bridge: ${refused.msg}`)
})

test('a mended problem and a reloaded tool are shown [supervisor.log-terminal]', () => {
  const news = { level: 'info', event: 'hub.reloaded', file: 'tools/a.ts', msg: 'reloaded' }
  assert.deepEqual(shownLine('x', line(news)), { level: 'text', text: 'bridge: reloaded: tools/a.ts' })
})

test('an error is shown with its cause and without its stack [supervisor.log-terminal]', () => {
  const err = { type: 'Error', message: 'disk full', stack: 'Error: disk full\n at …' }
  const shown = shownLine('x', line({ level: 'error', event: 'store.failed', err, msg: 'store failed' }))
  assert.deepEqual(shown, { level: 'error', text: 'bridge: store failed: disk full' })
})

test('quieter lines stay in the file [supervisor.log-terminal]', () => {
  for (const level of ['debug', 'info']) assert.equal(shownLine('x', line({ level, msg: 'fine' })), null)
  assert.equal(shownLine('x', '   '), null)
})

test('a line in another format is shown unchanged, with the name of its process [supervisor.log-terminal]', () => {
  assert.deepEqual(shownLine('bridge', 'TypeError: x'), { level: 'text', text: 'bridge: TypeError: x' })
  assert.deepEqual(shownLine('bridge', '{"half": '), { level: 'text', text: 'bridge: {"half": ' })
})

test('every line is shown without an error', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => void shownLine('x', text)))
})
