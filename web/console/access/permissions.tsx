import { useQuery } from '@tanstack/react-query'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { permissions } from './messages.ts'
import { catalogQuery } from './queries.ts'

export const permissionLabel = (permission: string, catalog?: PermissionCatalog): string => {
  const entry = catalog?.items.find(({ name }) => name === permission)
  if (entry?.without_effect) return permissions.withoutEffect(permission)
  return isBuiltIn(permission) ? permissions.names[permission] : (entry?.label ?? permission)
}

const isBuiltIn = (permission: string): permission is keyof typeof permissions.names =>
  Object.hasOwn(permissions.names, permission)

export interface PermissionNameProps {
  permission: string
  hub: string | null
}

export function PermissionName({ permission, hub }: PermissionNameProps) {
  const { data } = useQuery({
    ...catalogQuery(hub ?? ''),
    enabled: !isBuiltIn(permission) && hub !== null,
    retry: false,
  })
  return permissionLabel(permission, data)
}
