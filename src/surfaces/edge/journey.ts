import { cookieValues } from '#ground/base/cookie.ts'
import { donePath, journeyCookieName, readJourney } from '#ground/base/journey-cookie.ts'
import { parseHeaderLines, type HeaderLines } from './engine/fields.ts'
import { HeaderNames } from './engine/names.ts'

/** Prefix of the addresses at which people return from a provider. */
export const OAUTH_CLIENTS = '/oauth/clients/'

export interface ReturnHead {
  method?: string | undefined
  /** As sent, without its query: parameters from a provider are never read. */
  path: string
  cookie: string | undefined
  /** As the request's `Host` has it. */
  host: string | undefined
}

/** Target of a browser on a journey, in place of the web chat's redirect. */
export interface Detour {
  /** Path of the journey's end. */
  to: string
  /** It is back from the provider, or on the way there. */
  step: 'callback' | 'authorize'
}

/**
 * Redirect of a browser that returns from a provider, or is about to be sent there; null without a journey to
 * that provider. Pure.
 *
 * Source: service specification 1.0.1, "Edge rules", rule 7.
 */
export function detourOf(
  { method, path, cookie, host }: ReturnHead,
  { secret, now }: { secret: string; now: number },
): Detour | null {
  if (method !== 'GET' || cookie === undefined) return null
  const { provider, step } = placeOf(path) ?? {}
  if (provider === undefined || step === undefined) return null
  const name = journeyCookieName(provider, host)
  for (const value of cookieValues(cookie, name)) {
    const id = readJourney(value, { secret, provider, now })
    if (id !== null) return { to: donePath(id), step }
  }
  return null
}

/**
 * The response in place of a redirect of the web chat; null for any other response. On the way to the
 * provider only a failure's redirect is replaced: on the web chat's first page it would not be noticed.
 */
export function redirectJourney(
  status: number,
  headers: HeaderLines,
  detour: Detour | null,
): { status: 302; headers: HeaderLines } | null {
  if (detour === null || !REDIRECTS.has(status)) return null
  const fields = parseHeaderLines(headers)
  if (detour.step === 'authorize' && !GIVES_UP.test(fields.all('location')[0] ?? '')) return null
  // All else stays, above all the cookies that the web chat sets.
  return { status: 302, headers: `${fields.linesWithout(LOCATION)}Location: ${detour.to}\r\n` }
}

const GIVES_UP = /^\/\?error=/

const LOCATION = new HeaderNames(['location'])

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const STEP = /^\/oauth\/clients\/([^/]+)\/(callback|authorize)$/

const placeOf = (path: string): { provider: string; step: Detour['step'] } | null => {
  const [, client, step] = STEP.exec(path) ?? []
  if (client === undefined) return null
  try {
    const decoded = decodeURIComponent(client)
    if (!decoded.startsWith('mcp:') || decoded.length === 4) return null
    return { provider: decoded.slice(4), step: step as Detour['step'] }
  } catch {
    return null
  }
}
