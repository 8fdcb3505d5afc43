import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import { findLostAccess, type LostBy } from '#core/access/receipts.ts'
import { createActingAccount, type ActingAccountDeps } from './acting-account.ts'
import type { WorkRun } from '../run.ts'

export interface MayRunDeps extends ActingAccountDeps {
  access: Pick<Access, 'decide'>
}

export interface RunRefusal {
  message: string
  lostBy: LostBy | null
}

export type RefusalOf = (run: Pick<WorkRun, 'hub' | 'runAs'>) => Promise<RunRefusal | null>

/**
 * The returned function is called before a run, before each of its steps and repeatedly during the run, because
 * access may be withdrawn at any time.
 */
export function createMayRun({ access, ...deps }: MayRunDeps): RefusalOf {
  const accountOf = createActingAccount(deps)
  return async ({ hub, runAs }) => {
    if (runAs === null) return null // the run acts without an account and may not use restricted tools
    const account = await accountOf(runAs)
    if (account === 'deleted') return refused(`the account ${runAs} was deleted (account_deleted)`)
    if (account === 'none') return refused(`${runAs} has no account in the web chat (no_account)`)
    const decision = await access.decide({ email: runAs }, hub, USE_HUB)
    if (decision.allowed) return null
    return refused(`${runAs} may not use this Hub (${decision.reason})`, findLostAccess(decision.reason))
  }
}

const refused = (why: string, lost: LostBy | null = null): RunRefusal => ({
  message: `Refused: ${why}.`,
  lostBy: lost,
})
