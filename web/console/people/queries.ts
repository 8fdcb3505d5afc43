import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listPersonBudgets } from '#core/usage/contract.ts'
import {
  listAccountIdentities,
  listPeople,
  listUnfinished,
  readBelongings,
  readPerson,
} from '#features/people/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { call } from '../kit/api.ts'

/** Poll interval in milliseconds while the server still loads accounts. */
const NOT_WHOLE_REFETCH_MS = 3000

export const peopleQuery = (filter: QueryOf<typeof listPeople>) =>
  queryOptions({
    queryKey: ['people', filter],
    queryFn: ({ signal }) => call(listPeople, { query: filter, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.is_whole === false && NOT_WHOLE_REFETCH_MS,
  })

const MAX_SHOWN_WAITING = 3

/** Loaded each time, because people may have signed up since the last request. */
export const waitingQuery = queryOptions({
  ...peopleQuery({ status: 'pending', limit: MAX_SHOWN_WAITING }),
  staleTime: 0,
  refetchInterval: 30_000,
})

export const personQuery = (subject: string) =>
  queryOptions({
    queryKey: ['person', subject],
    queryFn: ({ signal }) => call(readPerson, { params: { subject }, signal }),
  })

export const belongingsQuery = (subject: string) =>
  queryOptions({
    queryKey: ['person', subject, 'belongings'],
    queryFn: ({ signal }) => call(readBelongings, { params: { subject }, signal }),
  })

export const personBudgetsQuery = (subject: string) =>
  queryOptions({
    queryKey: ['budgets', 'person', subject],
    queryFn: ({ signal }) => call(listPersonBudgets, { query: { subject }, signal }),
  })

export const identitiesQuery = (subject: string) =>
  queryOptions({
    queryKey: ['identities', subject],
    queryFn: ({ signal }) => call(listAccountIdentities, { params: { subject }, signal }),
    staleTime: 0,
  })

export const unfinishedQuery = queryOptions({
  queryKey: ['unfinished'],
  queryFn: ({ signal }) => call(listUnfinished, { signal }),
})
