import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listRatings } from '#core/ratings/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { call } from '../kit/api.ts'

export const ratingsQuery = (query: QueryOf<typeof listRatings>) =>
  queryOptions({
    queryKey: ['ratings', query],
    queryFn: ({ signal }) => call(listRatings, { query, signal }),
    placeholderData: keepPreviousData,
  })
