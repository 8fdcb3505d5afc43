import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import { createActingAccount, type ActingAccountDeps } from './acting-account.ts'
import type { Run } from './run.ts'

export interface MayRunDeps extends ActingAccountDeps {
  access: Pick<Access, 'decide'>
}

/** Why a run may not act as whom it acts, in words; null when it may. */
export type RefusalOf = (run: Pick<Run, 'hub' | 'runAs'>) => Promise<string | null>

/** Asked when a run is due and right before it begins: access may have gone in between. */
export function createMayRun({ access, ...deps }: MayRunDeps): RefusalOf {
  const accountOf = createActingAccount(deps)
  return async ({ hub, runAs }) => {
    if (runAs === null) return null // acts as nobody, and may nothing that is restricted
    const account = await accountOf(runAs)
    if (account === 'deleted') return `Refused: the account ${runAs} was deleted (account_deleted).`
    if (account === 'none') return `Refused: ${runAs} has no account in the web chat (no_account).`
    const decision = await access.decide({ email: runAs }, hub, USE_HUB)
    return decision.allowed ? null : `Refused: ${runAs} may not use this Hub (${decision.reason}).`
  }
}
