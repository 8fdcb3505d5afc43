import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AccountRole } from '#features/people/schema.ts'
import { toast } from '../../ui/toast.tsx'
import { errorText } from '../api/client.ts'
import {
  approve,
  createAccount,
  deleteAccount,
  grantAccess,
  refreshPeople,
  setBlocked,
  setPassword,
  setRole,
} from '../api/people.ts'
import { messages } from '../messages.ts'

const { people } = messages

/** Whatever happened to a person shows in every list; also after a failure, which may have done half. */
function useChange<Form>(
  change: (form: Form) => Promise<unknown>,
  done: (form: Form) => string,
  quiet = false,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (_, form) => toast({ text: done(form) }),
    onError: (error) => quiet || toast({ text: errorText(error), failure: true }),
    onSettled: () => client.invalidateQueries(),
  })
}

export const useRefreshPeople = () => useChange(refreshPeople, () => people.refreshed)

export const useBlock = () =>
  useChange(setBlocked, ({ subject, suspended }) =>
    suspended ? people.blockedDone(subject) : people.unblockedDone(subject),
  )

export const useApprove = () => useChange(approve, people.approvedDone)

export const useRole = () =>
  useChange(
    ({ subject, role }: { subject: string; role: AccountRole }) => setRole(subject, role),
    ({ subject }) => people.roleDone(subject),
  )

/** Forms show their failure where it happened. */
const inForm = true

export const usePassword = () =>
  useChange(
    ({ subject, password }: { subject: string; password: string }) => setPassword(subject, password),
    ({ subject }) => people.passwordDone(subject),
    inForm,
  )

export const useDelete = () => useChange(deleteAccount, people.deletedDone, inForm)
export const useCreateAccount = () =>
  useChange(createAccount, ({ email }) => people.createdDone(email), inForm)
export const useGrantAccess = () => useChange(grantAccess, ({ email }) => people.grantedDone(email), inForm)
