import type { Insertable } from 'kysely'
import type { EndedSpan, SpanValue } from '#ground/base/trace/span.ts'
import { isModelCall, tokensIn } from './totals.ts'
import type { Tables } from '#ground/store/tables.ts'

export type SpanRow = Insertable<Tables['trace_spans']>
export type TraceRow = Insertable<Tables['traces']>

export const ATTRIBUTE_KEYS = { hub: 'svc.hub', chat: 'svc.chat.id', run: 'svc.run.id' } as const

export const rowOf = (span: EndedSpan, hub: string): SpanRow => ({
  trace_id: span.traceId,
  span_id: span.spanId,
  parent_span_id: span.parentSpanId,
  hub: textOf(span.attributes[ATTRIBUTE_KEYS.hub]) ?? hub,
  service: span.service,
  name: span.name,
  kind: span.kind,
  started_at_us: Math.round(span.startMs * 1000),
  duration_us: durationUs(span),
  failed: span.failed ? 1 : 0,
  attributes: JSON.stringify(span.attributes),
})

const ROW_BYTES = 200

const bytesOf = ({ name, attributes }: SpanRow): number =>
  Buffer.byteLength(attributes) + Buffer.byteLength(name) + ROW_BYTES

export function tracesOf(spans: readonly EndedSpan[], rows: readonly SpanRow[]): TraceRow[] {
  const traces = new Map<string, TraceRow>()
  for (const [index, span] of spans.entries()) {
    const row = traceOf(span, rows[index]!)
    const key = `${row.trace_id} ${row.hub}`
    const known = traces.get(key)
    traces.set(key, known ? merged(known, row) : row)
  }
  return [...traces.values()]
}

const traceOf = (span: EndedSpan, row: SpanRow): TraceRow => ({
  trace_id: row.trace_id,
  hub: row.hub,
  agent: agentOf(span),
  root: span.parentSpanId === null ? row.name : null,
  chat_id: textOf(span.attributes[ATTRIBUTE_KEYS.chat]),
  run_id: textOf(span.attributes[ATTRIBUTE_KEYS.run]),
  started_at_us: row.started_at_us,
  ended_at_us: row.started_at_us + row.duration_us,
  failed: row.failed,
  bytes: bytesOf(row),
  tokens: tokensOf(span),
})

const merged = (a: TraceRow, b: TraceRow): TraceRow => ({
  ...a,
  agent: b.agent ?? a.agent,
  root: a.root ?? b.root,
  chat_id: a.chat_id ?? b.chat_id,
  run_id: a.run_id ?? b.run_id,
  started_at_us: Math.min(a.started_at_us, b.started_at_us),
  ended_at_us: Math.max(a.ended_at_us, b.ended_at_us),
  failed: Math.max(a.failed, b.failed),
  bytes: a.bytes + b.bytes,
  tokens: a.tokens! + b.tokens!,
})

const agentOf = ({ name, attributes }: EndedSpan): string | null =>
  attributes['gen_ai.operation.name'] === 'invoke_agent'
    ? (textOf(attributes['gen_ai.agent.name']) ?? name)
    : null

/** Counts only model calls, because the spans of agents repeat the tokens of their model calls. */
const tokensOf = ({ attributes }: EndedSpan): number =>
  isModelCall(attributes['gen_ai.operation.name'])
    ? tokensIn(attributes, 'input_tokens') + tokensIn(attributes, 'output_tokens')
    : 0

const durationUs = ({ startMs, endMs }: EndedSpan): number =>
  Math.max(0, Math.round((endMs - startMs) * 1000))

const textOf = (value: SpanValue | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null
