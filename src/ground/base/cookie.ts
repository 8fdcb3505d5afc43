import type { EpochMs } from './clock.ts'

/** The values that a request's `Cookie` header has under a name. A page of a neighbouring host may have set one more. */
export function* cookieValues(header: string | undefined, name: string): Generator<string> {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) yield pair.slice(at + 1).trim()
  }
}

/** The first of them; null when there is none. */
export const cookieValue = (header: string | undefined, name: string): string | null =>
  cookieValues(header, name).next().value ?? null

export interface NewCookie {
  name: string
  /** As it is sent: of characters that need no escape in a header. */
  value: string
  path?: string
  maxAgeSeconds?: number
  expiresAt?: EpochMs
  /** `Lax`: other sites' requests don't carry it but for following a link; `Strict`: not then either. */
  sameSite: 'Lax' | 'Strict'
  isSecure: boolean
}

/** A `Set-Cookie` header. No script reads the cookie. */
export const setCookie = (cookie: NewCookie): string =>
  [
    `${cookie.name}=${cookie.value}`,
    `Path=${cookie.path ?? '/'}`,
    ...(cookie.maxAgeSeconds === undefined ? [] : [`Max-Age=${cookie.maxAgeSeconds}`]),
    ...(cookie.expiresAt === undefined ? [] : [`Expires=${new Date(cookie.expiresAt).toUTCString()}`]),
    'HttpOnly',
    `SameSite=${cookie.sameSite}`,
    ...(cookie.isSecure ? ['Secure'] : []),
  ].join('; ')
