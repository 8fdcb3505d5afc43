import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { QueryOf } from '#ground/api/contract.ts'
import { listAccessChanges, listAudit } from '#core/audit/contract.ts'
import { call } from '../kit/api.ts'

export const auditQuery = (filter: QueryOf<typeof listAudit>) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => call(listAudit, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })

export const accessChangesQuery = (filter: QueryOf<typeof listAccessChanges>) =>
  queryOptions({
    queryKey: ['access-changes', filter],
    queryFn: ({ signal }) => call(listAccessChanges, { query: filter, signal }),
    placeholderData: keepPreviousData,
  })
