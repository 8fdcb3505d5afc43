import { useMutation, useQueryClient } from '@tanstack/react-query'
import { signIn, signInBySecondFactor, signUp } from '#chatapp/accounts/sessions/contract.ts'
import type { AnswerOf, BodyOf } from '#ground/api/contract.ts'
import { enterAccount } from '../../ui/account-page.ts'
import { call } from '../api/client.ts'
import { sessionQuery } from './queries.ts'

// Apart from `queries.ts`, which loads with each page: only the sign-in page needs these mutations.

export const useSignIn = () => useEnter((body: BodyOf<typeof signIn>) => call(signIn, { body }))
export const useSecondFactor = () =>
  useEnter((body: BodyOf<typeof signInBySecondFactor>) => call(signInBySecondFactor, { body }))
export const useSignUp = () => useEnter((body: BodyOf<typeof signUp>) => call(signUp, { body }))

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
