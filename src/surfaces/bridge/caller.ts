import type { IncomingHttpHeaders } from 'node:http'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail, type Caller } from '#ground/identity/caller.ts'
import { invalidRequest, type BridgeError } from './error.ts'

const SURFACE = /^[a-z0-9][a-z0-9_-]{0,31}$/
// A repeated header is joined by a comma: then the person is ambiguous.
const UNFIT_FOR_A_PERSON = /[\p{Cc}\s,]/u
const MAX_NAME_LENGTH = 320

/**
 * The person of a request. The headers are trusted because only holders of the bridge key get here.
 *
 * @param prefix Header family of the web chat, such as `X-ChatApp`. Source: service specification 1.0.1,
 * "POST /v1/chat/completions", identity headers.
 */
export function readCaller(headers: IncomingHttpHeaders, prefix: string): Result<Caller, BridgeError> {
  const name = headerText(headers, `${prefix}-User-Email`) || headerText(headers, 'X-Svc-User')
  const email = name ? normalEmail(name) : null
  if (email !== null && (UNFIT_FOR_A_PERSON.test(email) || email.length > MAX_NAME_LENGTH))
    return refused(
      invalidRequest('The identity header does not name one person.', { code: 'invalid_identity' }),
    )
  const surface = headerText(headers, 'X-Svc-Surface').toLowerCase() || 'chatapp'
  if (!SURFACE.test(surface))
    return refused(
      invalidRequest('The header X-Svc-Surface is not a surface name.', { code: 'invalid_identity' }),
    )
  const groups = headerText(headers, 'X-Svc-Groups')
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean)
  return accepted({ email, surface, groups })
}

/**
 * True without any identity header: then only the key counts. A header with an unknown name is something
 * else.
 */
export const isNameless = ({ email }: Caller): boolean => email === null

/** A header's text, trimmed; empty when it is absent. Bytes outside ASCII are read as UTF-8 where they are that. */
export function headerText(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name.toLowerCase()]
  if (value === undefined) return ''
  const text = (Array.isArray(value) ? value.join(', ') : value).trim()
  if (/^[\x20-\x7e]*$/.test(text)) return text
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'))
  } catch {
    return text
  }
}
