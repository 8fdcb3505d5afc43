import type { Clock } from '#ground/base/clock.ts'
import { cookieNameAt } from '#ground/base/cookie-name.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { Sealer } from '#ground/base/sealing.ts'

export interface OpenidAttempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  target: string
  /** Missing in attempts of the previous release. */
  isPushed?: boolean
}

export type OpenidAttempts = ReturnType<typeof createOpenidAttempts>

/** Time to register at the provider, verify an e-mail and set up a second factor. */
export const ATTEMPT_TTL_SECONDS = 3600

/**
 * Maximum attempts in the cookies of one browser, because abandoned attempts must not make the `Cookie` header too
 * long.
 */
const MAX_CARRIED = 5

const COOKIE_PREFIX = 'sign-in'

/**
 * The name contains a hash of `state`, so that two tabs can sign in, and the port, because Hubs on one host share
 * cookies.
 */
export const attemptCookie = (state: string, host: string | undefined): string =>
  cookieNameAt(`${COOKIE_PREFIX}-${sha256(state).slice(0, 16)}`, host)

/** Each attempt is sealed in a cookie of its browser, and valid for one provider and one hour. */
export const createOpenidAttempts = ({ sealer, clock }: { sealer: Sealer; clock: Pick<Clock, 'now'> }) => {
  const open = (providerId: string, sealed: string) => {
    const opened = sealer.open(sealed, sealContextOf(providerId))
    return opened === null ? null : (JSON.parse(opened) as OpenidAttempt & { until: number })
  }
  return {
    seal: (providerId: string, attempt: OpenidAttempt): string =>
      sealer.seal(
        JSON.stringify({ ...attempt, until: clock.now() + ATTEMPT_TTL_SECONDS * 1000 }),
        sealContextOf(providerId),
      ),

    find(providerId: string, sealed: Iterable<string>, state: string): OpenidAttempt | null {
      for (const one of sealed) {
        const opened = open(providerId, one)
        if (opened === null) continue
        const { until, ...attempt } = opened
        if (attempt.state === state && clock.now() < until) return attempt
      }
      return null
    },

    /**
     * Names of the attempt cookies that the browser must delete before another attempt: expired and invalid ones, and
     * the oldest, so that at most `MAX_CARRIED` exist, including the new attempt.
     */
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

/**
 * Returns only cookies that have the port of `host` in their name, because browsers also send the cookies of Hubs at
 * other ports.
 */
function attemptCookiesIn({ cookie = '', host }: { cookie?: string; host?: string }) {
  return cookie.split(';').flatMap((pair) => {
    const [, name, prefix, value] = /^\s*((sign-in-[0-9a-f]{16})-\w+)=(\S*)\s*$/.exec(pair) ?? []
    return name && prefix && value && name === cookieNameAt(prefix, host) ? [{ name, value }] : []
  })
}

const sealContextOf = (providerId: string) => `sign-in/${providerId}`
