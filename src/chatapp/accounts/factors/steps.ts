import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Sealer } from '#ground/base/sealing.ts'

const STEP_SECONDS = 300
const SEAL_CONTEXT = 'sign-in step'

export interface SignInStep {
  step: 'second_factor'
  step_token: string
  expires_at: number
}

export type SignInSteps = ReturnType<typeof createSignInSteps>

export const createSignInSteps = ({ sealer, clock }: { sealer: Sealer; clock: Clock }) => ({
  begin(accountId: string): SignInStep {
    const expiresAt = epochSeconds(clock) + STEP_SECONDS
    const token = sealer.seal(JSON.stringify([accountId, expiresAt]), SEAL_CONTEXT)
    return { step: 'second_factor', step_token: token, expires_at: expiresAt }
  },

  accountOf(token: string): string | null {
    const opened = sealer.open(token, SEAL_CONTEXT)
    if (opened === null) return null
    const [accountId, expiresAt] = JSON.parse(opened) as [string, number]
    return expiresAt > epochSeconds(clock) ? accountId : null
  },
})
