import { useMutation, useQueryClient } from '@tanstack/react-query'
import { applyAccess } from '#core/access/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import {
  approveAccount,
  blockPerson,
  createAccount,
  deleteAccount,
  grantToAccount,
  refreshPeople,
  releaseAccountIdentity,
  resetFactors,
  setPassword,
  setRole,
  signOutAccount,
} from '#features/people/contract.ts'
import type { AccountRole, GrantItem } from '#features/people/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { afterAct } from '../kit/after-act.ts'
import { call, errorText } from '../kit/api.ts'
import { people } from './messages.ts'
import type { Lacking } from './same-access.ts'

/** Refreshes all lists even after an error, because the server may have changed data before it failed. */
export function useChange<Form, Answer>(
  change: (form: Form) => Promise<Answer>,
  /** Null: no message. */
  done: (form: Form, answer: Answer) => string | null,
  quiet = false,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess(answer, form) {
      const text = done(form, answer)
      if (text !== null) toast({ text })
    },
    onError: (error) => quiet || toast({ text: errorText(error), failure: true }),
    onSettled: afterAct(() => client.invalidateQueries()),
  })
}

export const useRefreshPeople = () =>
  useChange(
    () => call(refreshPeople),
    () => people.refreshed,
  )

export const useBlock = () =>
  useChange(
    (body: BodyOf<typeof blockPerson>) => call(blockPerson, { body }),
    ({ subject, suspended }) => (suspended ? people.blockedDone(subject) : people.unblockedDone(subject)),
  )

export const useSignOut = () =>
  useChange((subject: string) => call(signOutAccount, { params: { subject } }), people.signedOutDone)

export const useResetFactors = () =>
  useChange((subject: string) => call(resetFactors, { params: { subject } }), people.factorsReset)

export const useRole = () =>
  useChange(
    ({ subject, role }: { subject: string; role: AccountRole }) =>
      call(setRole, { params: { subject }, body: { role } }),
    ({ subject }) => people.roleDone(subject),
  )

/** Value of `quiet` for forms, which show their own errors instead of a toast. */
export const inForm = true

export const useApprove = () =>
  useChange(
    ({ subject, grants }: { subject: string; grants: GrantItem[] }) =>
      call(approveAccount, { params: { subject }, body: { grants } }),
    ({ subject }) => people.approvedDone(subject),
    inForm,
  )

export const usePassword = () =>
  useChange(
    ({ subject, password }: { subject: string; password: string }) =>
      call(setPassword, { params: { subject }, body: { password } }),
    ({ subject }) => people.passwordDone(subject),
    inForm,
  )

export const useDelete = () =>
  useChange(
    (subject: string) => call(deleteAccount, { params: { subject }, body: { confirm_email: subject } }),
    people.deletedDone,
    inForm,
  )

export const useReleaseIdentity = () =>
  useChange(
    ({ subject, issuer }: { subject: string; issuer: string }) =>
      call(releaseAccountIdentity, { params: { subject }, body: { issuer } }),
    ({ subject }) => people.released(subject),
    inForm,
  )

export const useCreateAccount = () =>
  useChange(
    (body: BodyOf<typeof createAccount>) => call(createAccount, { body }),
    ({ email }) => people.createdDone(email),
    inForm,
  )

export const useGrantAccess = () =>
  useChange(
    (body: BodyOf<typeof grantToAccount>) => call(grantToAccount, { body }),
    ({ email }) => people.grantedDone(email),
    inForm,
  )

/** The operations of one Hub apply atomically. A refusal stops before the next Hub. */
export const useGiveLacking = (subject: string) =>
  useChange(
    async (lacking: readonly Lacking[]) => {
      for (const { hub, given } of lacking) {
        if (given.size === 0) continue
        const operations = [...given].map(
          ([permission, end]) =>
            ({ action: 'grant', permission, ...(end !== null && { expires_at: end }) }) as const,
        )
        await call(applyAccess, { body: { subject, hub, operations } })
      }
    },
    () => people.grantedDone(subject),
    inForm,
  )
