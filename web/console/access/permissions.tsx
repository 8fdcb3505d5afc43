import { useQuery } from '@tanstack/react-query'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { permissions } from './messages.ts'
import { catalogQuery } from './queries.ts'

const BUILT_IN: Readonly<Record<string, string>> = permissions.names

/** Name from the Hub's catalogue, else a built-in name, else the identifier. */
export const permissionLabel = (permission: string, catalog?: PermissionCatalog): string => {
  const entry = catalog?.items.find(({ name }) => name === permission)
  if (entry?.without_effect) return permissions.withoutEffect(permission)
  return entry?.label ?? BUILT_IN[permission] ?? permission
}

export interface PermissionNameProps {
  permission: string
  /** Hub with the permission catalogue; null if the record has no Hub. */
  hub: string | null
}

/** Shows the identifier until the catalogue has loaded, and if the catalogue lacks the permission. */
export function PermissionName({ permission, hub }: PermissionNameProps) {
  const isBuiltIn = Object.hasOwn(permissions.names, permission)
  const { data } = useQuery({ ...catalogQuery(hub ?? ''), enabled: !isBuiltIn && hub !== null, retry: false })
  return permissionLabel(permission, data)
}
