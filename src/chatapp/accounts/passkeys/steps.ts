import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newToken } from '#ground/base/ids.ts'
import type { Sealer } from '#ground/base/sealing.ts'

/** Lifetime of a challenge, longer than the timeout of browsers. */
export const STEP_SECONDS = 600

export const SIGN_IN = 'sign in'

export interface PasskeyStep {
  challenge: string
  /** Epoch seconds. */
  expiresAt: number
}

export type PasskeySteps = ReturnType<typeof createPasskeySteps>

/** The client keeps a challenge in a sealed token, so that the server stores only challenges that were used. */
export const createPasskeySteps = ({ sealer, clock }: { sealer: Sealer; clock: Clock }) => ({
  begin(purpose: string) {
    const challenge = newToken()
    const step: PasskeyStep = { challenge, expiresAt: epochSeconds(clock) + STEP_SECONDS }
    return { challenge, token: sealer.seal(JSON.stringify(step), sealContextOf(purpose)) }
  },

  open(token: string, purpose: string): PasskeyStep | null {
    const opened = sealer.open(token, sealContextOf(purpose))
    if (opened === null) return null
    const step = JSON.parse(opened) as PasskeyStep
    return step.expiresAt > epochSeconds(clock) ? step : null
  },
})

const sealContextOf = (purpose: string) => `passkey ${purpose}`
