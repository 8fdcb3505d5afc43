import { route } from '#ground/api/contract.ts'
import { AccessChangesPage, AccessChangesQuery, AuditPage, AuditQuery } from './schema.ts'

export const listAudit = route('get', '/audit', {
  summary: 'Decisions on restricted tools, newest first',
  level: 'admin',
  query: AuditQuery,
  answer: AuditPage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listAccessChanges = route('get', '/access-changes', {
  summary: 'Changes of access and accounts, newest first',
  level: 'admin',
  query: AccessChangesQuery,
  answer: AccessChangesPage,
  refusals: ['outside_ceiling', 'not_found'],
})
