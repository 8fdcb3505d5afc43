import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listMachines } from '#core/serving/contract.ts'
import { call } from '../kit/api.ts'

/** Polled, since the end of a dead instance sends no event. */
export const machinesQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['machines', page],
    queryFn: ({ signal }) => call(listMachines, { query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
