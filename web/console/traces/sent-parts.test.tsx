import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TracePrompt, TraceSpan } from '#core/traces/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { SentParts } = await import('./sent-parts.tsx')

const call = (name: string, prompt: TracePrompt | null): TraceSpan => ({
  span_id: name,
  parent_span_id: null,
  hub: 'garden',
  service: 'bridge',
  name,
  kind: 'client',
  started_at: '2026-01-01T00:00:00.000Z',
  offset_ms: 0,
  duration_ms: 10,
  failed: false,
  attributes: {},
  prompt,
})

const first: TracePrompt = {
  input_tokens: 1000,
  cached_tokens: 600,
  cache_written_tokens: null,
  parts: [
    { part: 'system', tokens: 250, count: 1, text: 'You look after a garden.' },
    { part: 'tools', tokens: 500, count: 14, text: null },
    { part: 'message', tokens: 250, count: 1, text: null },
  ],
}
const second: TracePrompt = { ...first, input_tokens: null, cached_tokens: null, parts: first.parts.slice(2) }

test('each model call shows the parts of its request with tokens, share and cache [console-app.sent-parts]', async () => {
  const { user, getAllByRole, getByLabelText, getByText, queryByText } = show(
    <SentParts spans={[call('turn', null), call('chat small', first), call('chat large', second)]} />,
  )
  const rows = () =>
    getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent)
  assert.deepEqual(rows(), [
    'InstructionsTextYou look after a garden.25025%',
    'Tools (14)50050%',
    'This message25025%',
    'Total1,000100%',
    'Read from the provider’s cache60060%',
  ])
  assert.ok(getByText(/parts are estimated/))
  await user.selectOptions(getByLabelText('Model call'), '2 · large')
  assert.deepEqual(rows(), ['This message250100%', 'Total250100%'])
  assert.ok(getByText(/all numbers are estimated/))
  assert.equal(queryByText('Tools'), null)
})

test('a trace without model calls has no such section [console-app.sent-parts]', () => {
  const { container } = show(<SentParts spans={[call('turn', null)]} />)
  assert.equal(container.textContent, '')
})
