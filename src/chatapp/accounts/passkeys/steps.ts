import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newToken } from '#ground/base/ids.ts'
import type { Sealer } from '#ground/base/sealing.ts'

/** How long a browser, and the person before it, have. Browsers end earlier by themselves. */
export const STEP_SECONDS = 600

/** Purpose in the seal of a challenge for signing in. */
export const SIGN_IN = 'sign in'

export interface PasskeyStep {
  challenge: string
  /** Epoch seconds. */
  expiresAt: number
}

export type PasskeySteps = ReturnType<typeof createPasskeySteps>

/** Challenges that were given out. They are kept by who got them, sealed, so that asking for one costs nothing here. */
export const createPasskeySteps = ({ sealer, clock }: { sealer: Sealer; clock: Clock }) => ({
  /** @param purpose It answers nothing else. */
  begin(purpose: string) {
    const challenge = newToken()
    const step: PasskeyStep = { challenge, expiresAt: epochSeconds(clock) + STEP_SECONDS }
    return { challenge, token: sealer.seal(JSON.stringify(step), placeOf(purpose)) }
  },

  /** Null if it has expired, has another purpose, or was not issued by us. */
  open(token: string, purpose: string): PasskeyStep | null {
    const opened = sealer.open(token, placeOf(purpose))
    if (opened === null) return null
    const step = JSON.parse(opened) as PasskeyStep
    return step.expiresAt > epochSeconds(clock) ? step : null
  },
})

const placeOf = (purpose: string) => `passkey ${purpose}`
