import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listAccessChanges, listAudit, type AccessChangesFilter, type AuditFilter } from '../api/records.ts'

export const auditQuery = (filter: AuditFilter) =>
  queryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => listAudit(filter, signal),
    placeholderData: keepPreviousData,
  })

export const accessChangesQuery = (filter: AccessChangesFilter) =>
  queryOptions({
    queryKey: ['access-changes', filter],
    queryFn: ({ signal }) => listAccessChanges(filter, signal),
    placeholderData: keepPreviousData,
  })
