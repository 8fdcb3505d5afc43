import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { signIn, signOut, signUp } from '#chatapp/accounts/sessions/contract.ts'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { readSiteConfig } from '#chatapp/accounts/settings/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { tellTabs } from '../api/tabs.ts'
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

function useEnter<Form>(enter: (form: Form) => Promise<StartedSession>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: enter,
    onSuccess: (session) => {
      // Nothing that an earlier person saw may be shown to this one.
      client.clear()
      client.setQueryData(sessionQuery.queryKey, session)
    },
  })
}
