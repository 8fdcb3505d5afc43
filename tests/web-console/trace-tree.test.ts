import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TraceSpan } from '#core/traces/schema.ts'
import { inOrder } from '../../web/console/traces/tree.ts'

const span = (span_id: string, parent_span_id: string | null, offset_ms: number): TraceSpan => ({
  span_id,
  parent_span_id,
  offset_ms,
  hub: 'garden',
  service: 'bridge',
  name: span_id,
  kind: 'internal',
  started_at: '2026-01-01T00:00:00.000Z',
  duration_ms: 1,
  failed: false,
  attributes: {},
})

const read = (spans: readonly TraceSpan[]) =>
  inOrder(spans).map(({ span, depth }) => `${depth}${span.span_id}`)

test('each step stands under the one it is a part of, by its beginning [console-app.trace-tree]', () => {
  const spans = [span('c', 'a', 2), span('d', 'b', 1.5), span('b', 'a', 1), span('a', 'elsewhere', 0)]
  assert.deepEqual(read(spans), ['0a', '1b', '2d', '1c'])
})

test('steps that name each other as parents are shown, once [console-app.trace-tree]', () => {
  assert.deepEqual(read([span('a', 'b', 0), span('b', 'a', 1)]), ['0a', '0b'])
})
