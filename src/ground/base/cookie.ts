import type { EpochMs } from './clock.ts'

/**
 * Values of a name in a `Cookie` header. A name may occur more than once, because sibling domains can set cookies for
 * their parent domain.
 */
export function* cookieValues(header: string | undefined, name: string): Generator<string> {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) yield pair.slice(at + 1).trim()
  }
}

/** The first value; null if the cookie is missing. */
export const cookieValue = (header: string | undefined, name: string): string | null =>
  cookieValues(header, name).next().value ?? null

export interface NewCookie {
  name: string
  /** Only characters that a header may contain without escapes. */
  value: string
  path?: string
  maxAgeSeconds?: number
  expiresAt?: EpochMs
  /** `Lax`: requests from other sites carry the cookie only when a person follows a link. `Strict`: never. */
  sameSite: 'Lax' | 'Strict'
  isSecure: boolean
}

/** Builds a `Set-Cookie` header. The cookie is hidden from scripts (`HttpOnly`). */
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
