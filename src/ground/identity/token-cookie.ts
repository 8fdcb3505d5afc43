import { cookieValue } from '#ground/base/cookie.ts'
import { cookieNameAt } from '#ground/base/cookie-name.ts'

/** Cookie with the session token of the web chat. Programs may send it, too. */
export const TOKEN_COOKIE = 'token'

/**
 * Session token of a request. Browsers share cookies among the ports of a host, so Hubs on one host overwrite each
 * other's `token`. Each Hub therefore also sets a cookie whose name contains the port, which is read first.
 */
export const tokenIn = ({ cookie, host }: { cookie?: string; host?: string }): string | null =>
  cookieValue(cookie, cookieNameAt(TOKEN_COOKIE, host)) || cookieValue(cookie, TOKEN_COOKIE)
