import type { Clock } from '#ground/base/clock.ts'
import type { Sealer } from '#ground/base/sealing.ts'

/** A sign-in that a browser began, as it carries it to the provider and back. */
export interface Attempt {
  state: string
  nonce: string
  verifier: string
  redirectUri: string
  /** Where the person goes in the end. */
  target: string
}

export type Attempts = ReturnType<typeof createAttempts>

/** How long a person may take at the provider. */
export const ATTEMPT_SECONDS = 600

/** Sign-ins under way. Each lies sealed in the browser that began it, and opens for one provider and for ten minutes. */
export const createAttempts = ({ sealer, clock }: { sealer: Sealer; clock: Pick<Clock, 'now'> }) => ({
  seal: (providerId: string, attempt: Attempt): string =>
    sealer.seal(
      JSON.stringify({ ...attempt, until: clock.now() + ATTEMPT_SECONDS * 1000 }),
      placeOf(providerId),
    ),

  /** The one that an answer belongs to, by its `state`. */
  find(providerId: string, sealed: Iterable<string>, state: string): Attempt | null {
    for (const one of sealed) {
      const opened = sealer.open(one, placeOf(providerId))
      if (opened === null) continue
      const { until, ...attempt } = JSON.parse(opened) as Attempt & { until: number }
      if (attempt.state === state && clock.now() < until) return attempt
    }
    return null
  },
})

const placeOf = (providerId: string) => `sign-in/${providerId}`
