import type { EpochMs } from './clock.ts'

/** A name may occur more than once, because sibling domains can set cookies for their parent domain. */
export function* cookieValues(header: string | undefined, name: string): Generator<string> {
  for (const pair of (header ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (at > 0 && pair.slice(0, at).trim() === name) yield pair.slice(at + 1).trim()
  }
}

export const cookieValue = (header: string | undefined, name: string): string | null =>
  cookieValues(header, name).next().value ?? null

export interface NewCookie {
  name: string
  value: string
  path?: string
  maxAgeSeconds?: number
  expiresAt?: EpochMs
  sameSite: 'Lax' | 'Strict'
  isSecure: boolean
}

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
