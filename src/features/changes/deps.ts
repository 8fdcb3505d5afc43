import type { Access } from '#core/access/access.ts'
import { describePolicyRefusal, type PolicyRefusal as AccessRefusal } from '#core/access/refusal.ts'
import type { ErrorCode } from '#ground/api/schema.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { PlanNames } from './plan.ts'
import type { Store } from '#ground/store/store.ts'

/** Why a change request is not made or not applied, with the Console API’s code. */
export interface ChangeRefusal {
  code: ErrorCode
  /** One or two sentences for a person. */
  detail: string
}

/** An account with its first access, exactly as it was proposed. */
export interface ProposedAccount {
  email: string
  name: string
  sign_in: 'password' | 'idp'
  password?: string
  grants: { hub: string; permission: string; expires_at?: string | undefined }[]
  /** Left out when the account is there already and only its access is missing. */
  expectedRevisions?: Readonly<Record<string, number>>
}

export interface ChangeRequestsDeps {
  /** Names of a Hub and its permissions. */
  wordsOf(hub: string): Promise<PlanNames>
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now'>
  newId(): string
  access: Pick<Access, 'preview' | 'applyAll' | 'effective' | 'revision'>
  accessChanges: Pick<AccessChanges, 'stream'>
  /** Creates an account with its first access, in the name of the confirming person. */
  createAccount(
    asker: { email: string; requestId: string },
    account: ProposedAccount,
  ): Promise<Result<unknown, ChangeRefusal>>
  /** Whether the machine begins nothing new: no calls are released here. */
  isDraining(): Promise<boolean>
  /** A tool call was confirmed that the Hub’s own bridge is to run, which may be in another process. */
  tellOfCall(hub: string): void
  /** Access was changed: bring the web chat in step soon. */
  noteChange(): void
}

export const changeRefusal = (code: ErrorCode, detail: string): { ok: false; refusal: ChangeRefusal } =>
  refused({ code, detail })

export const ofAccess = (refusal: AccessRefusal): ChangeRefusal => ({
  code: refusal.code,
  detail: describePolicyRefusal(refusal),
})
