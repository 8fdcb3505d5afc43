import { queryOptions } from '@tanstack/react-query'
import { explainAccess, readMe, readPermissions } from '#core/access/contract.ts'
import { enterPerson } from '../../ui/account-page.ts'
import { call } from '../kit/api.ts'

export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await call(readMe, { signal })
    enterPerson(me.email)
    return me
  },
  staleTime: 30_000,
})

export const catalogQuery = (hub: string) =>
  queryOptions({
    queryKey: ['catalog', hub],
    queryFn: ({ signal }) => call(readPermissions, { query: { hub }, signal }),
    staleTime: 30_000,
  })

export const explanationQuery = (question: { subject: string; hub: string; permission: string }) =>
  queryOptions({
    queryKey: ['explanation', question],
    queryFn: ({ signal }) => call(explainAccess, { query: question, signal }),
    staleTime: 0,
  })
