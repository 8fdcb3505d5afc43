import type { Clock } from '#ground/base/clock.ts'
import { cookieNameAt } from '#ground/base/cookie-name.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { Sealer } from '#ground/base/sealing.ts'

/** A sign-in that a browser began, as it carries it to the provider and back. */
export interface OpenidAttempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** Address of the final redirect. */
  target: string
  /** Whether the request was pushed. Attempts of the release before do not say. */
  isPushed?: boolean
}

export type OpenidAttempts = ReturnType<typeof createOpenidAttempts>

/** A person may register at the provider, verify their e-mail and set up a second factor in this time. */
export const ATTEMPT_TTL_SECONDS = 3600

/** Attempts that one browser carries at a time: cookies of abandoned attempts must not fill the header of its requests. */
const MAX_CARRIED = 5

const COOKIE_PREFIX = 'sign-in'

/**
 * The cookie of one attempt, so that two tabs of a browser sign in side by side. Hubs at other ports of the host cannot open the
 * attempt and must not drop it, so the name holds the port.
 */
export const attemptCookie = (state: string, host: string | undefined): string =>
  cookieNameAt(`${COOKIE_PREFIX}-${sha256(state).slice(0, 16)}`, host)

/** Sign-ins under way. Each is sealed in a cookie of the browser that began it, and opens for one provider and for an hour. */
export const createOpenidAttempts = ({ sealer, clock }: { sealer: Sealer; clock: Pick<Clock, 'now'> }) => {
  const open = (providerId: string, sealed: string) => {
    const opened = sealer.open(sealed, placeOf(providerId))
    return opened === null ? null : (JSON.parse(opened) as OpenidAttempt & { until: number })
  }
  return {
    seal: (providerId: string, attempt: OpenidAttempt): string =>
      sealer.seal(
        JSON.stringify({ ...attempt, until: clock.now() + ATTEMPT_TTL_SECONDS * 1000 }),
        placeOf(providerId),
      ),

    /** The attempt that an answer belongs to, by its `state`. */
    find(providerId: string, sealed: Iterable<string>, state: string): OpenidAttempt | null {
      for (const one of sealed) {
        const opened = open(providerId, one)
        if (opened === null) continue
        const { until, ...attempt } = opened
        if (attempt.state === state && clock.now() < until) return attempt
      }
      return null
    },

    /** Names of the cookies to delete before another sign-in attempt: the oldest and the unreadable cookies. */
    surplus(providerId: string, headers: { cookie?: string; host?: string }): string[] {
      const carried = attemptCookiesIn(headers)
        .map(({ name, value }) => ({ name, until: open(providerId, value)?.until ?? 0 }))
        .toSorted((a, b) => b.until - a.until)
      return carried
        .filter(({ until }, index) => index >= MAX_CARRIED - 1 || until <= clock.now())
        .map(({ name }) => name)
    },
  }
}

/** This Hub's attempts in a `Cookie` header. A page of a neighbouring host may have set further ones. */
function attemptCookiesIn({ cookie = '', host }: { cookie?: string; host?: string }) {
  return cookie.split(';').flatMap((pair) => {
    const [, name, prefix, value] = /^\s*((sign-in-[0-9a-f]{16})-\w+)=(\S*)\s*$/.exec(pair) ?? []
    return name && prefix && value && name === cookieNameAt(prefix, host) ? [{ name, value }] : []
  })
}

const placeOf = (providerId: string) => `sign-in/${providerId}`
