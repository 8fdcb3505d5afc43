import type { EndedSpan } from '#ground/base/trace/span.ts'

export type PayloadType = 'json' | 'protobuf'

export const CONTENT_TYPES: Readonly<Record<PayloadType, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
}

export interface TracePayload {
  type: PayloadType
  /** Received bytes with additions by `normalize`, for forwarding. */
  body: Buffer
  /** Number of received spans. */
  count: number
  /** Only spans with a trace id. */
  spans: EndedSpan[]
}

/** The message gives the reason without quoting the body. */
export class BadPayload extends Error {
  override readonly name = 'BadPayload'
}

/** Maximum nesting. Deeper nesting is a mistake or an attack. */
export const MAX_PAYLOAD_DEPTH = 64

/**
 * Maximum spans of a payload, more than any exporter sends at once. They are normalized in one step, which blocks
 * other requests.
 */
export const MAX_PAYLOAD_SPANS = 20_000
