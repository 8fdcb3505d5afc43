import { cookieValue, setCookie } from '#ground/base/cookie.ts'
import { cookieNameAt } from '#ground/base/cookie-name.ts'
import { TOKEN_COOKIE } from '#ground/identity/token-cookie.ts'

export type CookiePolicy = 'auto' | 'always' | 'never'

interface TokenCookie {
  token: string
  /** Epoch seconds. */
  expiresAt: number
  now: number
  secure: boolean
  host: string | undefined
}

/** Hubs on one host overwrite each other's cookie `token`, so each Hub also sets a cookie with its port in the name. */
export const tokenCookies = ({ token, expiresAt, now, secure, host }: TokenCookie): string[] =>
  [TOKEN_COOKIE, cookieNameAt(TOKEN_COOKIE, host)].map((name) =>
    setCookie({
      name,
      value: token,
      maxAgeSeconds: Math.max(0, expiresAt - now),
      expiresAt: expiresAt * 1000,
      sameSite: 'Lax',
      isSecure: secure,
    }),
  )

/** Keeps a `token` cookie that another Hub on this host has set. */
export function forgottenCookies(
  { cookie, host }: { cookie?: string; host?: string },
  { secure }: { secure: boolean },
): string[] {
  const ownName = cookieNameAt(TOKEN_COOKIE, host)
  const own = cookieValue(cookie, ownName)
  const common = cookieValue(cookie, TOKEN_COOKIE)
  const isOthers = own !== null && common !== null && own !== common
  return [...(isOthers ? [] : [TOKEN_COOKIE]), ownName].map((name) =>
    setCookie({ name, value: '', maxAgeSeconds: 0, sameSite: 'Lax', isSecure: secure }),
  )
}

export const isSecureCookie = (policy: CookiePolicy, origin: string | null): boolean =>
  policy === 'always' || (policy === 'auto' && origin !== null && origin.startsWith('https:'))
