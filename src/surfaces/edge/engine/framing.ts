import type { HeaderFields } from './fields.ts'

/** How the end of a body is known. `end` is that of the connection, which only answers have. */
export type Framing =
  | { kind: 'none' }
  | { kind: 'length'; length: number }
  | { kind: 'chunked' }
  | { kind: 'end' }

export const NO_BODY: Framing = { kind: 'none' }
const CHUNKED: Framing = { kind: 'chunked' }
const TO_THE_END: Framing = { kind: 'end' }

/** Framing of a request; null if it is ambiguous. Without either header the request has no body. Pure. */
export const requestFraming = (fields: HeaderFields, version: string): Framing | null =>
  framingOf(fields, version, NO_BODY)

/**
 * Framing of an answer; null if it is ambiguous. After HEAD, or with a status without a body, the headers
 * describe another answer. Pure.
 *
 * Source: RFC 9112, 6.3.
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

/** No sign, no leading zeros, no list; at most the largest exact number. */
const LENGTH = /^(?:0|[1-9]\d{0,14})$/

/** Gateways for scripts take `_` for `-`, and so would know another length than we do. */
const hasTwin = (fields: HeaderFields, name: string, { length }: readonly string[]): boolean =>
  fields.spellings(name) > length
