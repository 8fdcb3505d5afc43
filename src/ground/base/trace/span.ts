/** Value of an attribute. Whole numbers are integers on the wire. */
export type SpanValue = string | number | boolean | readonly string[]

export type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

/** A piece of work that has ended. */
export interface OpenSpan {
  /** 32 lower-case hex digits. */
  traceId: string
  /** 16 lower-case hex digits. */
  spanId: string
  /** Null at the root of a trace. */
  parentSpanId: string | null
  name: string
  kind: SpanKind
  /** Milliseconds since the Unix epoch, possibly with a fraction. */
  startMs: number
  endMs: number
  /** Whether it failed; the attribute `error.type` has the kind. */
  failed: boolean
  /** Which part of the system did it, such as `bridge`. */
  service: string
  attributes: Readonly<Record<string, SpanValue>>
}

/** Receives spans. It must neither throw nor wait. */
export interface SpanSink {
  started?(attributes: OpenSpan['attributes']): void
  /** Every span, also of traces that are not recorded. */
  ended(span: OpenSpan, sampled: boolean): void
}
