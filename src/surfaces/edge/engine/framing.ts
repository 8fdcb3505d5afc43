import type { HeaderFields } from './fields.ts'

/** `end`: the body ends with the connection, which only responses may use. */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; length: number }
  | { kind: 'chunked' }
  | { kind: 'end' }

export const NO_BODY: Framing = { kind: 'none' }
const CHUNKED: Framing = { kind: 'chunked' }
const TO_THE_END: Framing = { kind: 'end' }

/** Null if the end of the body is ambiguous. */
export const requestFraming = (fields: HeaderFields, version: string): Framing | null =>
  framingOf(fields, version, NO_BODY)

/**
 * Null if the end of the body is ambiguous. A response to HEAD, or with a status that permits no body, has no body,
 * regardless of its headers. RFC 9112, 6.3.
 */
export const answerFraming = (
  { version, status, fields }: { version: string; status: number; fields: HeaderFields },
  { toHead }: { toHead: boolean },
): Framing | null => {
  const framing = framingOf(fields, version, TO_THE_END)
  return framing && (toHead || status === 204 || status === 304) ? NO_BODY : framing
}

function framingOf(fields: HeaderFields, version: string, otherwise: Framing): Framing | null {
  const lengths = fields.all('content-length')
  const codings = fields.all('transfer-encoding')
  if (hasTwin(fields, 'content-length', lengths) || hasTwin(fields, 'transfer-encoding', codings)) return null
  if (lengths.length + codings.length > 1) return null
  if (codings.length === 1)
    return version === '1.1' && codings[0]!.toLowerCase() === 'chunked' ? CHUNKED : null
  if (lengths.length === 0) return otherwise
  return LENGTH.test(lengths[0]!) ? { kind: 'length', length: Number(lengths[0]) } : null
}

/** Accepts no sign, no leading zero and no list. 15 digits are exact as a JavaScript number. */
const LENGTH = /^(?:0|[1-9]\d{0,14})$/

/** CGI and WSGI servers read `_` as `-`, so a header such as `Content_Length` would give them another length. */
const hasTwin = (fields: HeaderFields, name: string, { length }: readonly string[]): boolean =>
  fields.countEquivalentLines(name) > length
