export type SpanValue = string | number | boolean | readonly string[]

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export interface EndedSpan {
  /** 32 lower-case hex digits. */
  traceId: string
  /** 16 lower-case hex digits. */
  spanId: string
  /** Null for the root of a trace. */
  parentSpanId: string | null
  name: string
  kind: SpanKind
  /** Milliseconds since the Unix epoch, possibly with a fraction. */
  startMs: number
  endMs: number
  failed: boolean
  service: string
  attributes: Readonly<Record<string, SpanValue>>
}

/** Methods must return at once and must not throw. */
export interface SpanSink {
  started?(attributes: EndedSpan['attributes']): void
  ended(span: EndedSpan, sampled: boolean): void
}
