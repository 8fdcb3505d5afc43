import { useQuery } from '@tanstack/react-query'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { permissions } from './messages.ts'
import { catalogQuery } from './queries.ts'

export const permissionLabel = (permission: string, catalog?: PermissionCatalog): string => {
  const entry = catalog?.items.find(({ name }) => name === permission)
  if (entry?.without_effect) return permissions.withoutEffect(permission)
  return entryLabel(entry ?? { name: permission, label: permission })
}

export const entryLabel = ({ name, label }: { name: string; label: string }): string =>
  isBuiltIn(name) ? permissions.names[name] : label

const isBuiltIn = (permission: string): permission is keyof typeof permissions.names =>
  Object.hasOwn(permissions.names, permission)

export const permissionGroup = ({ name, group }: { name: string; group: string }): string =>
  isBuiltIn(name) ? permissions.builtInGroup : group

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
