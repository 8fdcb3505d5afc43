import { setCookie } from '#ground/base/cookie.ts'
import { TOKEN_COOKIE } from '#ground/identity/token-cookie.ts'

export type CookiePolicy = 'auto' | 'always' | 'never'

interface TokenCookie {
  token: string
  /** Epoch seconds. */
  expiresAt: number
  now: number
  secure: boolean
}

/** `Set-Cookie` of a session. */
export const tokenCookie = ({ token, expiresAt, now, secure }: TokenCookie): string =>
  setCookie({
    name: TOKEN_COOKIE,
    value: token,
    maxAgeSeconds: Math.max(0, expiresAt - now),
    expiresAt: expiresAt * 1000,
    sameSite: 'Lax',
    isSecure: secure,
  })

/** `Set-Cookie` that makes a browser forget its session. */
export const forgottenCookie = (secure: boolean): string =>
  setCookie({ name: TOKEN_COOKIE, value: '', maxAgeSeconds: 0, sameSite: 'Lax', isSecure: secure })

/** `auto` marks cookies `Secure` exactly when the origin people use is one of https. */
export const isSecureCookie = (policy: CookiePolicy, origin: string | null): boolean =>
  policy === 'always' || (policy === 'auto' && origin !== null && origin.startsWith('https:'))
