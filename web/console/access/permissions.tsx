import { useQuery } from '@tanstack/react-query'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { permissions } from './messages.ts'
import { catalogQuery } from './queries.ts'

const BUILT_IN: Readonly<Record<string, string>> = permissions.names

/** What a permission is called: by the Hub’s catalogue, else by us, else by its own name. */
export const permissionLabel = (permission: string, catalog?: PermissionCatalog): string => {
  const entry = catalog?.items.find(({ name }) => name === permission)
  if (entry?.without_effect) return permissions.withoutEffect(permission)
  return entry?.label ?? BUILT_IN[permission] ?? permission
}

export interface PermissionNameProps {
  permission: string
  /** Slug of the Hub whose catalogue names it; null when the record names none. */
  hub: string | null
}

/** What a permission is called on a Hub. Its own name stands there until the catalogue is known, or if it left it. */
export function PermissionName({ permission, hub }: PermissionNameProps) {
  const isBuiltIn = Object.hasOwn(permissions.names, permission)
  const { data } = useQuery({ ...catalogQuery(hub ?? ''), enabled: !isBuiltIn && hub !== null, retry: false })
  return permissionLabel(permission, data)
}
