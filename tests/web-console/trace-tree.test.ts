import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TraceSpan } from '#core/traces/schema.ts'
import { ticksOf, zoomSpan } from '../../web/console/traces/ticks.ts'
import {
  findAncestors,
  orderSpans,
  searchTree,
  unfoldTree,
  type TreeSpan,
} from '../../web/console/traces/tree.ts'

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
  orderSpans(spans).map(({ span, depth }) => `${depth}${span.span_id}`)

test('each step stands under the one it is a part of, by its beginning [console-app.trace-tree]', () => {
  const spans = [span('c', 'a', 2), span('d', 'b', 1.5), span('b', 'a', 1), span('a', 'elsewhere', 0)]
  assert.deepEqual(read(spans), ['0a', '1b', '2d', '1c'])
})

test('steps that name each other as parents are shown, once [console-app.trace-tree]', () => {
  assert.deepEqual(read([span('a', 'b', 0), span('b', 'a', 1)]), ['0a', '0b'])
})

const names = (placed: readonly TreeSpan[]) => placed.map(({ span: { span_id } }) => span_id)
const TREE: TraceSpan[] = [
  span('a', null, 0),
  span('b', 'a', 1),
  { ...span('c', 'b', 2), failed: true },
  { ...span('d', 'a', 3), attributes: { 'gen_ai.tool.name': 'water_bed' } },
]

test('steps below a folded step are hidden, and the folded step shows their number and whether one failed [console-app.long-traces]', () => {
  const placed = orderSpans(TREE)
  assert.deepEqual(names(unfoldTree(placed, new Set(['b']))), ['a', 'b', 'd'])
  assert.deepEqual(names(unfoldTree(placed, new Set(['a', 'b']))), ['a'])
  assert.deepEqual([placed[0]!.below, placed[0]!.failedBelow, placed[1]!.below], [3, 1, 1])
  assert.deepEqual(findAncestors(placed, 'c'), ['a', 'b'])
})

test('steps are found by name and by any of their facts, with those above them [console-app.long-traces]', () => {
  const placed = orderSpans(TREE)
  const search = (wanted: string) => {
    const { shown, found } = searchTree(placed, wanted)
    return [names(shown), found]
  }
  assert.deepEqual(search('WATER'), [['a', 'd'], ['d']])
  assert.deepEqual(search('c'), [['a', 'b', 'c'], ['c']])
  assert.deepEqual(search('nowhere'), [[], []])
  assert.deepEqual(search(' '), [['a', 'b', 'c', 'd'], []])
})

test('the time axis of a trace has a few round marks, at any zoom [console-app.long-traces]', () => {
  assert.deepEqual(ticksOf({ from: 0, to: 1000 }), [0, 200, 400, 600, 800, 1000])
  assert.deepEqual(ticksOf({ from: 0, to: 0 }), [0])
  const close = zoomSpan({ from: 0, to: 1000 }, 2, 900, 1000)
  assert.deepEqual(close, { from: 500, to: 1000 })
  assert.deepEqual(ticksOf(close), [500, 600, 700, 800, 900, 1000])
  assert.deepEqual(zoomSpan(close, 0.5, 750, 1000), { from: 0, to: 1000 })
  for (let whole = 0.01; whole < 1e8; whole *= 3) {
    const ticks = ticksOf({ from: whole / 3, to: whole })
    assert.ok(ticks.length >= 1 && ticks.length <= 7, `${whole}: ${ticks.length}`)
  }
})
