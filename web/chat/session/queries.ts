import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { signIn, signInBySecondFactor, signOut, signUp } from '#chatapp/accounts/sessions/contract.ts'
import { readSiteConfig } from '#chatapp/accounts/settings/contract.ts'
import type { AnswerOf, BodyOf } from '#ground/api/contract.ts'
import { tellTabs } from '../../ui/tabs.ts'
import { call } from '../api/client.ts'
import { readSession } from '../api/session.ts'

/** What the site offers; it says more to somebody who is signed in. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => call(readSiteConfig, { signal }),
  staleTime: 60_000,
})

/** Who is signed in, or null. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client }) => {
    const { session, refusal } = await readSession(signal)
    client.setQueryData(sessionRefusalQuery.queryKey, refusal)
    return session
  },
  staleTime: 30_000,
})

/** Why somebody who was signed in is no more, as the session's own answer said it. */
export const sessionRefusalQuery = queryOptions({
  queryKey: ['session-refusal'],
  queryFn: (): string | null => null,
  staleTime: Infinity,
})

export const useSignIn = () => useEnter((body: BodyOf<typeof signIn>) => call(signIn, { body }))
export const useSecondFactor = () =>
  useEnter((body: BodyOf<typeof signInBySecondFactor>) => call(signInBySecondFactor, { body }))
export const useSignUp = () => useEnter((body: BodyOf<typeof signUp>) => call(signUp, { body }))

/** Sign out; `onDone` gets the address the identity provider wants to be visited, if there is one. */
export function useSignOut(onDone: (address: string | undefined) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(signOut),
    onSuccess: ({ redirect_url }) => {
      client.clear()
      tellTabs()
      onDone(redirect_url)
    },
  })
}

/** A session begins, unless its second step is asked for. */
export function useEnter<Form>(enter: (form: Form) => Promise<AnswerOf<typeof signIn>>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: enter,
    onSuccess: (session) => {
      if ('step' in session) return
      // Nothing that an earlier person saw may be shown to this one.
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
    },
  })
}
