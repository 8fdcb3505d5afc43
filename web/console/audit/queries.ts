import { listAccessChanges, listAudit } from '#core/audit/contract.ts'
import { listQuery } from '../kit/list-query.ts'

export const auditQuery = listQuery(listAudit, ['audit'])

export const accessChangesQuery = listQuery(listAccessChanges, ['access-changes'])
