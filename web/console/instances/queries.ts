import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listInstances } from '#core/serving/contract.ts'
import { call } from '../kit/api.ts'

/** Polled, since the end of a dead instance sends no event. */
export const instancesQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['machines', page],
    queryFn: ({ signal }) => call(listInstances, { query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
