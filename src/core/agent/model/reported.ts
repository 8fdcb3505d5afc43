export class ServerReport extends Error {
  readonly code: unknown
  readonly statusCode: number | undefined
  readonly responseHeaders: object | undefined
  readonly param: string | null
  constructor({ message, code, param }: ErrorFields, { statusCode, responseHeaders }: Refusal) {
    super(message)
    this.code = code
    this.param = typeof param === 'string' ? param : null
    this.statusCode = statusCode ?? (Number(code) >= 400 && Number(code) < 600 ? Number(code) : undefined)
    this.responseHeaders = responseHeaders
  }
}

interface Refusal {
  statusCode?: number
  responseHeaders?: object
}

/** The error may be nested as `{"error": {"message"}}` or `{"detail"}`, or be plain text. */
export const toServerReport = (value: unknown, refusal: Refusal = {}): ServerReport =>
  new ServerReport(errorFieldsIn(value), refusal)

const MAX_REPORT_BYTES = 64 * 1024

export async function readErrorReport(
  body: AsyncIterable<Uint8Array>,
  refusal: Refusal,
): Promise<ServerReport> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > MAX_REPORT_BYTES) break
    }
  } catch {
    return toServerReport('', refusal)
  }
  return toServerReport(Buffer.concat(pieces).toString(), refusal)
}

export const isErrorReport = (value: object): boolean =>
  Array.isArray(value) ||
  ('error' in value && Boolean(value.error)) ||
  (!('choices' in value) && errorFieldsIn(value).message !== '')

interface ErrorFields {
  message: string
  code?: unknown
  param?: unknown
}

const errorFieldsIn = (value: unknown): ErrorFields => {
  if (typeof value === 'string') return errorFieldsInText(value)
  if (Array.isArray(value)) return errorFieldsIn(value[0])
  if (typeof value !== 'object' || value === null) return { message: '' }
  const { error, message, detail, code, param, metadata } = value as Record<string, unknown>
  if (error) return typeof error === 'string' ? { message: error, code } : errorFieldsIn(error)
  const texts = [message, detail].map(textIn)
  const text = texts.find((words) => words !== '') ?? ''
  return {
    message: [text, upstreamMessage(metadata)].filter((words) => words !== '').join(': '),
    code,
    param,
  }
}

const textIn = (value: unknown): string => {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(faultIn).filter(Boolean).join('; ')
  return typeof value === 'object' && value !== null && 'detail' in value ? textIn(value.detail) : ''
}

const faultIn = (fault: unknown): string => {
  const { loc, msg } = (fault ?? {}) as { loc?: unknown; msg?: unknown }
  if (typeof msg !== 'string') return ''
  const field = Array.isArray(loc) ? loc.filter((key) => key !== 'body').join('.') : ''
  return field === '' ? msg : `${field}: ${msg}`
}

/** A broker quotes the error of the server behind it in the field `raw`. */
const upstreamMessage = (metadata: unknown): string => {
  const { raw } = (metadata ?? {}) as { raw?: unknown }
  return typeof raw === 'string' ? errorFieldsInText(raw).message : ''
}

const errorFieldsInText = (text: string): ErrorFields => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? { message: value } : errorFieldsIn(value)
  } catch {
    return { message: /<html|<!doctype/i.test(text) ? '' : text }
  }
}
