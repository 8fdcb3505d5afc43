import { cookieValue } from '#ground/base/cookie.ts'
import { cookieNameAt } from '#ground/base/cookie-name.ts'

/** The cookie that keeps a signed-in browser's session in the web chat, and that programs send. */
export const TOKEN_COOKIE = 'token'

/**
 * The session's token in a request. Browsers send a cookie to each port of its host, so Hubs that share a host overwrite
 * each other's `token`: each also sets a cookie under a name of its own, which is read first.
 */
export const tokenIn = ({ cookie, host }: { cookie?: string; host?: string }): string | null =>
  cookieValue(cookie, cookieNameAt(TOKEN_COOKIE, host)) || cookieValue(cookie, TOKEN_COOKIE)
