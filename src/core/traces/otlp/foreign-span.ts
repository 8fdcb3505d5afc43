import type { EndedSpan, SpanKind, SpanValue } from '#ground/base/trace/span.ts'
import type { Additions, ForeignValue, SpanFacts } from './normalize.ts'

export interface ForeignSpan extends SpanFacts {
  traceId: string
  spanId: string
  parentSpanId: string
  /** 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  startNs: bigint
  endNs: bigint
}

const KINDS: readonly SpanKind[] = ['internal', 'internal', 'server', 'client', 'producer', 'consumer']
const MAX_NAME_LENGTH = 256
const MAX_TEXT_LENGTH = 1024
const MAX_ATTRIBUTES = 64
const NS_PER_MS = 1_000_000n
/** Latest valid time, about the year 5000. Later times are mistakes. */
const LATEST_NS = 10n ** 20n

export function keptSpan(
  span: ForeignSpan,
  { add, replace, fails }: Additions,
  service: string,
): EndedSpan | null {
  const traceId = idOf(span.traceId, 32)
  const spanId = idOf(span.spanId, 16)
  if (traceId === null || spanId === null || span.startNs <= 0n || span.startNs > LATEST_NS) return null
  const attributes: Record<string, SpanValue> = Object.create(null)
  for (const [key, { value }] of [...replace, ...add]) attributes[key] = value
  for (const [key, value] of span.attributes)
    if (!(key in attributes) && value !== null && isKept(key, value))
      attributes[key.slice(0, MAX_NAME_LENGTH)] = shortened(value)
  const endNs = span.endNs >= span.startNs && span.endNs < LATEST_NS ? span.endNs : span.startNs
  return {
    traceId,
    spanId,
    parentSpanId: idOf(span.parentSpanId, 16),
    name: span.name.slice(0, MAX_NAME_LENGTH),
    kind: KINDS[span.kind] ?? 'internal',
    startMs: msOf(span.startNs),
    endMs: msOf(endNs),
    failed: fails || span.status === 2,
    service: service.slice(0, MAX_NAME_LENGTH),
    attributes: Object.fromEntries(Object.entries(attributes).slice(0, MAX_ATTRIBUTES)),
  }
}

const idOf = (text: string, length: number): string | null => {
  const id = text.toLowerCase()
  return id.length === length && /^[0-9a-f]+$/.test(id) && /[^0]/.test(id) ? id : null
}

const msOf = (ns: bigint): number => Number(ns / NS_PER_MS) + Number((ns % NS_PER_MS) / 1000n) / 1000

/**
 * Keeps text only of attributes with known names, so that texts of people and models are never stored.
 * Ignores `svc.hub`, because a program could use it to show its spans to the managers of another Hub.
 */
const isKept = (key: string, value: ForeignValue): boolean =>
  key !== 'svc.hub' &&
  (typeof value === 'number' || typeof value === 'boolean' || (TEXT.test(key) && !CONTENT.test(key)))

const TEXT =
  /^(gen_ai|gemini_cli|mcp|http|server|error|service|svc|rpc|network)\.|^(model|session\.id|tool_name|stop_reason|request_id)$/
const CONTENT =
  /^gen_ai\.(prompt|completion|input|output\.messages|system_instructions|tool\.(definitions|description|call\.(arguments|result))|agent\.description)|\.(message|content|body|stacktrace)\b|^http\.(url|target)|^http\.(request|response)\.header/

const shortened = (value: Exclude<ForeignValue, null>): SpanValue =>
  typeof value === 'string'
    ? value.slice(0, MAX_TEXT_LENGTH)
    : typeof value === 'object'
      ? value.slice(0, MAX_ATTRIBUTES).map((item) => item.slice(0, MAX_TEXT_LENGTH))
      : value
