import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { listOrder } from '#ground/api/list-start.ts'
import { managedHubs } from '#ground/api/managed.ts'
import { nameAmongOthers } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import { keyOf, readFacts, type TraceFacts } from './facts.ts'
import { listTraces, readTrace } from './contract.ts'
import { HUB_VERSION } from '#ground/base/trace/tracer.ts'
import {
  createTraceMarks,
  INSTANCE_ATTRIBUTE,
  readSpans,
  readTraceLines,
  type StoredSpan,
  type TraceLine,
} from './read.ts'
import { TRACE_SORT } from '#ground/api/list-sorts.ts'
import { totalsOf, type CostOf } from './totals.ts'
import type { Trace, TraceDetail, TraceSpan } from './schema.ts'

export interface TracesFeatureDeps {
  store: Pick<Store, 'db'>
  costOf: CostOf
}

export const tracesFeature = ({ store, costOf }: TracesFeatureDeps): ConsoleFeature => ({
  routes(app) {
    const marks = createTraceMarks()
    app.handle(listTraces, async ({ caller, query }) => {
      const { limit, offset, hub, state, sort: _, from: __, ...filter } = query
      const matching = {
        ...filter,
        failed: state && state === 'failed',
        hubs: managedHubs(caller, hub),
        order: listOrder(TRACE_SORT, query),
      }
      const source = { db: store.db, marks }
      const { items, total, totalIsExact } = await readTraceLines(source, matching, { limit, offset })
      const facts = await readFacts(store, items)
      return {
        items: items.map((line) => traceOf(line, facts.get(keyOf(line))!)),
        total,
        total_is_exact: totalIsExact,
        offset,
        limit,
      }
    })
    app.handle(readTrace, async ({ caller, params: { trace_id } }) => {
      const spans = await readSpans(store, trace_id, managedHubs(caller, undefined))
      if (spans.length === 0) throw new ApiRefused('not_found', 'There is no such trace, or it is too old.')
      const instanceName = await nameAmongOthers(store, attributeIn(spans, INSTANCE_ATTRIBUTE, 'string'))
      return detailOf(trace_id, spans, { costOf, machine: instanceName })
    })
  },
})

const traceOf = (line: TraceLine, facts: TraceFacts): Trace => ({
  ...facts,
  trace_id: line.trace_id,
  hub: line.hub,
  name: nameOf(line),
  chat_id: line.chat_id,
  run_id: line.run_id,
  started_at: timeOf(line.started_at_us),
  duration_ms: (line.ended_at_us - line.started_at_us) / 1000,
  failed: line.failed === 1,
  spans: line.spans,
})

const nameOf = ({ run_id: run, agent, root }: TraceLine): string | null =>
  run === null ? (agent ?? root) : (root ?? agent)

function attributeIn(spans: readonly StoredSpan[], name: string, type: 'string'): string | null
function attributeIn(spans: readonly StoredSpan[], name: string, type: 'number'): number | null
function attributeIn(spans: readonly StoredSpan[], name: string, type: string): unknown {
  for (const span of spans) {
    const value = attributesOf(span)[name]
    if (typeof value === type) return value
  }
  return null
}

const attributesOf = ({ attributes }: StoredSpan) => JSON.parse(attributes) as TraceSpan['attributes']

function detailOf(
  traceId: string,
  spans: readonly StoredSpan[],
  { costOf, machine }: Pick<TracesFeatureDeps, 'costOf'> & Pick<TraceDetail, 'machine'>,
): TraceDetail {
  const from = Math.min(...spans.map((span) => span.started_at_us))
  const to = Math.max(...spans.map((span) => span.started_at_us + span.duration_us))
  return {
    trace_id: traceId,
    started_at: timeOf(from),
    duration_ms: (to - from) / 1000,
    failed: spans.some(({ failed }) => failed === 1),
    machine,
    hub_version: attributeIn(spans, HUB_VERSION, 'number'),
    usage: totalsOf(spans, costOf),
    spans: spans.map((span) => spanOf(span, from)),
  }
}

const spanOf = (span: StoredSpan, from: number): TraceSpan => ({
  span_id: span.span_id,
  parent_span_id: span.parent_span_id,
  hub: span.hub,
  service: span.service,
  name: span.name,
  kind: span.kind as TraceSpan['kind'],
  started_at: timeOf(span.started_at_us),
  offset_ms: (span.started_at_us - from) / 1000,
  duration_ms: span.duration_us / 1000,
  failed: span.failed === 1,
  attributes: attributesOf(span),
})

const timeOf = (us: number): string => new Date(us / 1000).toISOString()
