import { CONTENT_TYPES, type PayloadType } from '#core/traces/otlp/payload.ts'
import { bytesField, textField, varintField } from '#core/traces/otlp/wire.ts'

/** Rejected spans, and the reason. Zero spans with a message are a warning. */
export interface Trouble {
  rejectedSpans: number
  message: string
}

/** Which encoding a request claims; null for neither. */
export function payloadTypeOf(contentType: string | undefined): PayloadType | null {
  const type = contentType?.split(';')[0]!.trim().toLowerCase()
  if (type === CONTENT_TYPES.protobuf) return 'protobuf'
  return type === CONTENT_TYPES.json ? 'json' : null
}

/** An `ExportTraceServiceResponse`. */
export function exportAnswer(type: PayloadType, trouble: Trouble | null): Buffer {
  if (type === 'json') {
    const { rejectedSpans, message } = trouble ?? {}
    const body = trouble
      ? { partialSuccess: { rejectedSpans: String(rejectedSpans), errorMessage: message } }
      : {}
    return Buffer.from(JSON.stringify(body))
  }
  if (!trouble) return Buffer.alloc(0)
  const rejected = trouble.rejectedSpans === 0 ? [] : [varintField(1, trouble.rejectedSpans)]
  return bytesField(1, ...rejected, textField(2, trouble.message))
}
