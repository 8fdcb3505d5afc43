import { keepPreviousData, queryOptions, type QueryObserverOptions } from '@tanstack/react-query'
import type { AnswerOf, ConsoleRoute, QueryOf } from '#ground/api/contract.ts'
import { addressOf, type AddressQuery } from '../../ui/href.ts'
import { request } from './api.ts'

type ListRoute = ConsoleRoute & { query: object; isStream?: never }

/** While another filter or page loads, the previous result stays visible. */
export const listQuery =
  <R extends ListRoute>(
    route: R,
    key: readonly string[],
    options: Pick<QueryObserverOptions<AnswerOf<R>>, 'refetchInterval'> = {},
  ) =>
  (query: QueryOf<R> & AddressQuery) =>
    queryOptions({
      queryKey: [...key, query],
      queryFn: ({ signal }) => request<AnswerOf<R>>(addressOf(route, { query }), { signal }),
      placeholderData: keepPreviousData,
      ...options,
    })
