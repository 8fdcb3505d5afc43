export class ServerReport extends Error {
  readonly code: unknown
  readonly statusCode: number | undefined
  readonly responseHeaders: object | undefined
  readonly param: string | null
  constructor({ message, code, param }: Words, { statusCode, responseHeaders }: Refusal) {
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
export const reported = (said: unknown, refusal: Refusal = {}): ServerReport =>
  new ServerReport(wordsIn(said), refusal)

const MAX_REPORT = 64 * 1024

/** Reads the body of an error response. If the body breaks off or never ends, reads its start. */
export async function findReportedUsage(
  body: AsyncIterable<Uint8Array>,
  refusal: Refusal,
): Promise<ServerReport> {
  const pieces: Uint8Array[] = []
  let size = 0
  try {
    for await (const piece of body) {
      pieces.push(piece)
      size += piece.length
      if (size > MAX_REPORT) break
    }
  } catch {
    return reported('', refusal)
  }
  return reported(Buffer.concat(pieces).toString(), refusal)
}

export const isTrouble = (value: object): boolean =>
  Array.isArray(value) ||
  ('error' in value && Boolean(value.error)) ||
  (!('choices' in value) && wordsIn(value).message !== '')

interface Words {
  message: string
  code?: unknown
  param?: unknown
}

const wordsIn = (said: unknown): Words => {
  if (typeof said === 'string') return wordsInText(said)
  if (Array.isArray(said)) return wordsIn(said[0])
  if (typeof said !== 'object' || said === null) return { message: '' }
  const { error, message, detail, code, param, metadata } = said as Record<string, unknown>
  if (error) return typeof error === 'string' ? { message: error, code } : wordsIn(error)
  const texts = [message, detail].map(textIn)
  const text = texts.find((words) => words !== '') ?? ''
  return { message: [text, passedOn(metadata)].filter((words) => words !== '').join(': '), code, param }
}

/** A text, or pydantic's list of faults as `field: fault` without the input. */
const textIn = (said: unknown): string => {
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return said.map(faultIn).filter(Boolean).join('; ')
  return typeof said === 'object' && said !== null && 'detail' in said ? textIn(said.detail) : ''
}

const faultIn = (fault: unknown): string => {
  const { loc, msg } = (fault ?? {}) as { loc?: unknown; msg?: unknown }
  if (typeof msg !== 'string') return ''
  const field = Array.isArray(loc) ? loc.filter((key) => key !== 'body').join('.') : ''
  return field === '' ? msg : `${field}: ${msg}`
}

/** The upstream server's error, as a broker quotes it. */
const passedOn = (metadata: unknown): string => {
  const { raw } = (metadata ?? {}) as { raw?: unknown }
  return typeof raw === 'string' ? wordsInText(raw).message : ''
}

const wordsInText = (text: string): Words => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? { message: value } : wordsIn(value)
  } catch {
    return { message: /<html|<!doctype/i.test(text) ? '' : text }
  }
}
