import { cookieValue } from '#ground/base/cookie.ts'
import { cookieNameAt } from '#ground/base/cookie-name.ts'

export const TOKEN_COOKIE = 'token'

/**
 * Ports of a host share cookies, so Hubs overwrite each other's `token`. Each Hub also sets a cookie with the port in
 * its name, which is read first.
 */
export const tokenIn = ({ cookie, host }: { cookie?: string; host?: string }): string | null =>
  cookieValue(cookie, cookieNameAt(TOKEN_COOKIE, host)) || cookieValue(cookie, TOKEN_COOKIE)
