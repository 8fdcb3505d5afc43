import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listHubPermissions } from '#core/access/contract.ts'
import type { QueryOf } from '#ground/api/contract.ts'
import { call } from '../kit/api.ts'

export const hubPermissionsQuery = (filter: QueryOf<typeof listHubPermissions>) =>
  queryOptions({
    queryKey: ['access', 'permissions', filter],
    queryFn: ({ signal }) => call(listHubPermissions, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
