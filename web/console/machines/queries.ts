import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listMachines } from '#core/serving/contract.ts'
import { call } from '../kit/api.ts'

/** Looked at again, as nobody tells of a machine that is gone. */
export const machinesQuery = (page: { offset: number; limit: number }) =>
  queryOptions({
    queryKey: ['machines', page],
    queryFn: ({ signal }) => call(listMachines, { query: page, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  })
