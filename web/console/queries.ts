import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { explainAccess, listAccess, listHubs, readMe, readPermissions } from '#core/access/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { listPeople } from '#features/people/contract.ts'
import { listBudgets } from '#core/usage/contract.ts'
import { call } from './api/client.ts'
import { readSiteName } from './api/session.ts'

/** Who is signed in, the Hubs they manage, and what they may give there. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => call(readMe, { signal }),
  staleTime: 30_000,
})

export const siteNameQuery = queryOptions({
  queryKey: ['site-name'],
  queryFn: async ({ signal }) => (await readSiteName(signal)).name,
  staleTime: Infinity,
})

export const hubsQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['hubs', page],
    queryFn: ({ signal }) => call(listHubs, { query: page, signal }),
    placeholderData: keepPreviousData,
  })

/** What can be granted on a Hub. */
export const catalogQuery = (hub: string) =>
  queryOptions({
    queryKey: ['catalog', hub],
    queryFn: ({ signal }) => call(readPermissions, { query: { hub }, signal }),
    staleTime: 30_000,
  })

/** What a Hub may use and has used, which grows while one looks. */
export const budgetsQuery = (hub: string) =>
  queryOptions({
    queryKey: ['budgets', hub],
    queryFn: ({ signal }) => call(listBudgets, { query: { hub }, signal }),
    refetchInterval: 30_000,
  })

export const accessQuery = (filter: QueryOf<typeof listAccess>) =>
  queryOptions({
    queryKey: ['access', filter],
    queryFn: ({ signal }) => call(listAccess, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

/** While accounts are being read. */
const NOT_WHOLE_REFETCH_MS = 3000

export const peopleQuery = (filter: QueryOf<typeof listPeople>) =>
  queryOptions({
    queryKey: ['people', filter],
    queryFn: ({ signal }) => call(listPeople, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.is_whole === false && NOT_WHOLE_REFETCH_MS,
  })

export const explanationQuery = (question: { subject: string; hub: string; permission: string }) =>
  queryOptions({
    queryKey: ['explanation', question],
    queryFn: ({ signal }) => call(explainAccess, { query: question, signal }),
    staleTime: 0,
  })
