import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { explain, listAccess, listHubs, readCatalog, type AccessFilter } from './api/access.ts'
import { readBudgets } from './api/budgets.ts'
import { listPeople, type PeopleFilter } from './api/people.ts'
import { readMe, readSiteName } from './api/session.ts'

/** Who is signed in, the Hubs they manage, and what they may give there. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => readMe(signal),
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
    queryFn: ({ signal }) => listHubs(page, signal),
    placeholderData: keepPreviousData,
  })

/** What can be granted on a Hub. */
export const catalogQuery = (hub: string) =>
  queryOptions({
    queryKey: ['catalog', hub],
    queryFn: ({ signal }) => readCatalog(hub, signal),
    staleTime: 30_000,
  })

/** What a Hub may use and has used, which grows while one looks. */
export const budgetsQuery = (hub: string) =>
  queryOptions({
    queryKey: ['budgets', hub],
    queryFn: ({ signal }) => readBudgets(hub, signal),
    refetchInterval: 30_000,
  })

export const accessQuery = (filter: AccessFilter) =>
  queryOptions({
    queryKey: ['access', filter],
    queryFn: ({ signal }) => listAccess(filter, signal),
    placeholderData: keepPreviousData,
  })

/** While accounts are being read. */
const NOT_WHOLE_REFETCH_MS = 3000

export const peopleQuery = (filter: PeopleFilter) =>
  queryOptions({
    queryKey: ['people', filter],
    queryFn: ({ signal }) => listPeople(filter, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.is_whole === false && NOT_WHOLE_REFETCH_MS,
  })

export const explanationQuery = (question: { subject: string; hub: string; permission: string }) =>
  queryOptions({
    queryKey: ['explanation', question],
    queryFn: ({ signal }) => explain(question, signal),
    staleTime: 0,
  })
