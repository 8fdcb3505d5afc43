import { queryOptions, useMutation } from '@tanstack/react-query'
import { signOut } from '#chatapp/accounts/sessions/contract.ts'
import { readSiteConfig } from '#chatapp/accounts/settings/contract.ts'
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
    // The configuration depends on the account: only signed-out people get the settings of the sign-in page.
    else if (client.getQueryData(['session']))
      await client.invalidateQueries({ queryKey: configQuery.queryKey })
    return session
  },
  staleTime: 30_000,
})

export const sessionRefusalQuery = queryOptions({
  queryKey: ['session-refusal'],
  queryFn: (): string | null => null,
  staleTime: Infinity,
})

export const useSignOut = () =>
  useMutation({
    mutationFn: () => call(signOut),
    onSuccess: ({ redirect_url }) => leaveAccount(redirect_url ?? '/auth'),
  })
