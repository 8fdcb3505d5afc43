import type { Access } from '#core/access/access.ts'
import { describePolicyRefusal, type PolicyRefusal as AccessRefusal } from '#core/access/refusal.ts'
import type { ErrorCode } from '#ground/api/schema.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { PlanNames } from './plan.ts'
import type { Store } from '#ground/store/store.ts'

export interface ChangeRefusal {
  code: ErrorCode
  detail: string
}

export interface ProposedAccount {
  email: string
  name: string
  sign_in: 'password' | 'idp'
  password?: string
  grants: { hub: string; permission: string; expires_at?: string | undefined }[]
  expectedRevisions?: Readonly<Record<string, number>>
}

export interface ChangeRequestsDeps {
  wordsOf(hub: string): Promise<PlanNames>
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  newId(): string
  access: Pick<Access, 'preview' | 'applyAll' | 'decide' | 'effective' | 'revision'>
  accessChanges: Pick<AccessChanges, 'stream'>
  createAccount(
    author: { email: string; requestId: string },
    account: ProposedAccount,
  ): Promise<Result<unknown, ChangeRefusal>>
  /** While this instance drains, it does not queue confirmed calls. */
  isDraining(): Promise<boolean>
  notifyOfCall(hub: string): void
  /** Called when a question of a run has an answer, or was declined. */
  notifyOfAnswer?(hub: string): void
  scheduleWebChatSync(): void
}

export const changeRefusal = (code: ErrorCode, detail: string): { ok: false; refusal: ChangeRefusal } =>
  refused({ code, detail })

export const ofAccess = (refusal: AccessRefusal): ChangeRefusal => ({
  code: refusal.code,
  detail: describePolicyRefusal(refusal),
})
