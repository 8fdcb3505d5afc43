import type { IncomingHttpHeaders } from 'node:http'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail, type Caller } from '#ground/identity/caller.ts'
import { invalidRequest, type BridgeError } from './error.ts'

const SURFACE = /^[a-z0-9][a-z0-9_-]{0,31}$/
// Node joins repeated headers with a comma, so a comma means that more than one person was named.
const UNFIT_FOR_A_PERSON = /[\p{Cc}\s,]/u
const MAX_NAME_LENGTH = 320

/** Trusts identity headers, because the bridge key was checked before. */
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

export const isNameless = ({ email }: Caller): boolean => email === null

/** Empty if the header is absent. Node decodes headers as Latin-1; valid UTF-8 is restored. */
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
