import type { EndedSpan } from '#ground/base/trace/span.ts'

export type PayloadType = 'json' | 'protobuf'

export const CONTENT_TYPES: Readonly<Record<PayloadType, string>> = {
  json: 'application/json',
  protobuf: 'application/x-protobuf',
}

export interface TracePayload {
  type: PayloadType
  body: Buffer
  count: number
  spans: EndedSpan[]
}

/** The message gives the reason without quoting the body. */
export class BadPayload extends Error {
  override readonly name = 'BadPayload'
}

export const MAX_PAYLOAD_DEPTH = 64

/** Limits the time for which the synchronous normalization blocks other requests. */
export const MAX_PAYLOAD_SPANS = 20_000
