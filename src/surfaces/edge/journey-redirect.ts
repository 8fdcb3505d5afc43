import { cookieValues } from '#ground/base/cookie.ts'
import { donePath, journeyCookieName, readJourney } from '#ground/base/journey-cookie.ts'
import { parseHeaderLines, type HeaderLines } from './engine/fields.ts'
import { HeaderNames } from './engine/names.ts'

export const OAUTH_CLIENTS = '/oauth/clients/'

export interface ReturnHead {
  method?: string | undefined
  /** Path as sent, without its query: the edge never reads parameters from a provider. */
  path: string
  cookie: string | undefined
  host: string | undefined
}

export interface JourneyRedirect {
  to: string
  /** `callback`: the browser returns from the provider. `authorize`: the browser is about to go there. */
  step: 'callback' | 'authorize'
}

/** Source: service specification 1.0.1, "Edge rules", rule 7. */
export function journeyRedirectOf(
  { method, path, cookie, host }: ReturnHead,
  { secret, now }: { secret: string; now: number },
): JourneyRedirect | null {
  if (method !== 'GET' || cookie === undefined) return null
  const { provider, step } = parseJourneyPath(path) ?? {}
  if (provider === undefined || step === undefined) return null
  const name = journeyCookieName(provider, host)
  for (const value of cookieValues(cookie, name)) {
    const id = readJourney(value, { secret, provider, now })
    if (id !== null) return { to: donePath(id), step }
  }
  return null
}

export function redirectJourney(
  status: number,
  headers: HeaderLines,
  redirect: JourneyRedirect | null,
): { status: 302; headers: HeaderLines } | null {
  if (redirect === null || !REDIRECTS.has(status)) return null
  const fields = parseHeaderLines(headers)
  if (redirect.step === 'authorize' && !GIVES_UP.test(fields.all('location')[0] ?? '')) return null
  // Other headers stay, above all the web chat's cookies.
  return { status: 302, headers: `${fields.linesWithout(LOCATION)}Location: ${redirect.to}\r\n` }
}

const GIVES_UP = /^\/\?error=/

const LOCATION = new HeaderNames(['location'])

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

const STEP = /^\/oauth\/clients\/([^/]+)\/(callback|authorize)$/

const parseJourneyPath = (path: string): { provider: string; step: JourneyRedirect['step'] } | null => {
  const [, client, step] = STEP.exec(path) ?? []
  if (client === undefined) return null
  try {
    const decoded = decodeURIComponent(client)
    if (!decoded.startsWith('mcp:') || decoded.length === 4) return null
    return { provider: decoded.slice(4), step: step as JourneyRedirect['step'] }
  } catch {
    return null
  }
}
