import type { OpenSpan } from '#ground/base/trace/span.ts'

/** The two encodings of OTLP over HTTP. */
export type PayloadType = 'json' | 'protobuf'

export const CONTENT_TYPES: Readonly<Record<PayloadType, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
}

/** A trace export request, normalised. */
export interface TracePayload {
  type: PayloadType
  /** For forwarding: the received bytes, unchanged when nothing was added. */
  body: Buffer
  /** How many spans are in it. */
  count: number
  /** Those that name a trace, as we keep them. */
  spans: OpenSpan[]
}

/** A body that is no trace export request. The message gives the reason, without quoting it. */
export class BadPayload extends Error {
  override readonly name = 'BadPayload'
}

/** Deeper is a mistake or an attack. */
export const MAX_PAYLOAD_DEPTH = 64

/**
 * More spans than any exporter sends at once. They are normalized in one step, which blocks other requests.
 */
export const MAX_PAYLOAD_SPANS = 20_000
