import type { EndedSpan, SpanKind, SpanValue } from '#ground/base/trace/span.ts'

const KINDS = { internal: 1, server: 2, client: 3, producer: 4, consumer: 5 } satisfies Record<
  SpanKind,
  number
>

/** An `ExportTraceServiceRequest` in JSON, grouped by service. */
export function encodeSpans(spans: readonly EndedSpan[], version: string): Buffer {
  const resourceSpans = [...Map.groupBy(spans, ({ service }) => service)].map(([service, theirs]) => ({
    resource: {
      attributes: [attribute('service.name', service), attribute('service.version', version)],
    },
    scopeSpans: [{ scope: { name: 'hub-service', version }, spans: theirs.map(spanOf) }],
  }))
  return Buffer.from(JSON.stringify({ resourceSpans }))
}

const spanOf = (span: EndedSpan) => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startMs),
  endTimeUnixNano: nanoseconds(span.endMs),
  attributes: Object.entries(span.attributes).map(([key, value]) => attribute(key, value)),
  status: span.failed ? { code: 2 } : {},
})

const nanoseconds = (ms: number): string => `${Math.round(ms * 1000)}000`

const attribute = (key: string, value: SpanValue) => ({ key, value: anyValue(value) })

const anyValue = (value: SpanValue): object => {
  if (typeof value === 'string') return { stringValue: value }
  if (typeof value === 'boolean') return { boolValue: value }
  if (typeof value === 'object') return { arrayValue: { values: value.map(anyValue) } }
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}
