import { TOKEN_COOKIE } from '#ground/identity/cookie.ts'

export type CookiePolicy = 'auto' | 'always' | 'never'

interface TokenCookie {
  token: string
  /** Epoch seconds. */
  expiresAt: number
  now: number
  secure: boolean
}

/** `Set-Cookie` of a session. Scripts can't read it; other sites' requests don't carry it but for following a link. */
export const tokenCookie = ({ token, expiresAt, now, secure }: TokenCookie): string =>
  [
    `${TOKEN_COOKIE}=${token}`,
    'Path=/',
    `Max-Age=${Math.max(0, expiresAt - now)}`,
    `Expires=${new Date(expiresAt * 1000).toUTCString()}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/** `Set-Cookie` that makes a browser forget its session. */
export const forgottenCookie = (secure: boolean): string =>
  `${TOKEN_COOKIE}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`

/** `auto` marks cookies `Secure` exactly when the origin people use is one of https. */
export const isSecureCookie = (policy: CookiePolicy, origin: string | null): boolean =>
  policy === 'always' || (policy === 'auto' && origin !== null && origin.startsWith('https:'))
