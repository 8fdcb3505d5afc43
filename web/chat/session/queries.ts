import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { signIn, signInBySecondFactor, signOut, signUp } from '#chatapp/accounts/sessions/contract.ts'
import { readSiteConfig } from '#chatapp/accounts/settings/contract.ts'
import type { AnswerOf, BodyOf } from '#ground/api/contract.ts'
import { enterAccount, leaveAccount } from '../../ui/account-page.ts'
import { call } from '../api/client.ts'
import { readSession } from '../api/session.ts'

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(readSiteConfig, { signal }),
  staleTime: 60_000,
})

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    const { session, refusal } = await readSession(signal)
    client.setQueryData(sessionRefusalQuery.queryKey, refusal)
    if (session) enterAccount(session.id)
    return session
  },
  staleTime: 30_000,
})

export const sessionRefusalQuery = queryOptions({
  queryKey: ['session-refusal'],
  queryFn: (): string | null => null,
  staleTime: Infinity,
})

export const useSignIn = () => useEnter((body: BodyOf<typeof signIn>) => call(signIn, { body }))
export const useSecondFactor = () =>
  useEnter((body: BodyOf<typeof signInBySecondFactor>) => call(signInBySecondFactor, { body }))
export const useSignUp = () => useEnter((body: BodyOf<typeof signUp>) => call(signUp, { body }))

export const useSignOut = () =>
  useMutation({
    mutationFn: () => call(signOut),
    onSuccess: ({ redirect_url }) => leaveAccount(redirect_url ?? '/auth'),
  })

/** If a second step is required, the session begins only after that step. */
export function useEnter<Form>(enter: (form: Form) => Promise<AnswerOf<typeof signIn>>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: enter,
    onSuccess: (session) => {
      if ('step' in session) return
      // Removes cached data of an earlier person.
      client.clear()
      enterAccount(session.id)
      client.setQueryData(sessionQuery.queryKey, session)
    },
  })
}
