import { listHubPermissions } from '#core/access/contract.ts'
import { listQuery } from '../kit/list-query.ts'

export const hubPermissionsQuery = listQuery(listHubPermissions, ['access', 'permissions'])
