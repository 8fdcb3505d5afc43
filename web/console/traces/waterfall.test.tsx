import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TraceSpan } from '#core/traces/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { Waterfall } = await import('./waterfall.tsx')

const CALLS = 80
const span = (span_id: string, parent_span_id: string | null, more: Partial<TraceSpan> = {}): TraceSpan => ({
  span_id,
  parent_span_id,
  hub: 'garden',
  service: 'bridge',
  name: span_id,
  kind: 'internal',
  started_at: '2026-01-01T00:00:00.000Z',
  offset_ms: 0,
  duration_ms: 10_000,
  failed: false,
  attributes: {},
  ...more,
})
const spans = [
  span('turn', null),
  ...Array.from({ length: CALLS }, (_, n) => [
    span(`call-${n}`, 'turn', { offset_ms: n * 100, duration_ms: 90, failed: n === 20 || n === 70 }),
    span(`tool-${n}`, `call-${n}`, { offset_ms: n * 100, duration_ms: 40 }),
  ]).flat(),
]

test('a trace of 80 calls is folded, searched, and led through from error to error [console-app.long-traces]', async () => {
  const { user, getByRole, getAllByRole, queryByRole, findByText } = show(
    <Waterfall trace={{ spans, duration_ms: 10_000 }} />,
  )
  const rows = () => getAllByRole('row').length - 1
  assert.equal(rows(), spans.length)
  await user.click(getByRole('button', { name: 'Collapse all' }))
  assert.equal(rows(), CALLS + 1)
  await user.click(getByRole('button', { name: '1 span below call-3' }))
  assert.equal(rows(), CALLS + 2)

  await user.click(getByRole('button', { name: 'Next error (2)' }))
  assert.equal(document.activeElement?.textContent, 'call-20')
  await user.click(getByRole('button', { name: 'Next error (2)' }))
  assert.equal(document.activeElement?.textContent, 'call-70')
  await user.click(getByRole('button', { name: 'Next error (2)' }))
  assert.equal(document.activeElement?.textContent, 'call-20')

  await user.type(getByRole('searchbox', { name: 'Search spans and attributes' }), 'tool-77')
  await findByText('1 found')
  assert.deepEqual(
    getAllByRole('row')
      .slice(1)
      .map((row) => row.querySelector('[data-open]')!.textContent),
    ['turn', 'call-77', 'tool-77'],
  )
  await user.click(getByRole('button', { name: 'Next error (2)' }))
  assert.ok(queryByRole('button', { name: 'call-70' }))
  for (const name of ['Zoom in', 'Zoom out']) await user.click(getByRole('button', { name }))
  assert.ok(getByRole('button', { name: 'The whole trace' }).hasAttribute('disabled'))
})
