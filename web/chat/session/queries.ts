import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { tellTabs } from '../api/tabs.ts'
import { readConfig, readSession, signIn, signOut, signUp, type Session } from '../api/session.ts'

/** What the site offers; it says more to somebody who is signed in. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => readConfig(signal),
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

export const useSignIn = () => useEnter(signIn)
export const useSignUp = () => useEnter(signUp)

/** Sign out; `onDone` gets the address the identity provider wants to be visited, if there is one. */
export function useSignOut(onDone: (address: string | undefined) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: signOut,
    onSuccess: ({ redirect_url }) => {
      client.clear()
      tellTabs()
      onDone(redirect_url)
    },
  })
}

function useEnter<Form>(enter: (form: Form) => Promise<Session>) {
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
