import { useQuery } from '@tanstack/react-query'
import type { PermissionCatalog } from '#core/access/schema.ts'
import { permissions } from './messages.ts'
import { catalogQuery } from './queries.ts'

const BUILT_IN: Readonly<Record<string, string>> = permissions.names

/** A permission's name: from the Hub’s catalogue, else ours, else its identifier. */
export const permissionLabel = (permission: string, catalog?: PermissionCatalog): string => {
  const entry = catalog?.items.find(({ name }) => name === permission)
  if (entry?.without_effect) return permissions.withoutEffect(permission)
  return entry?.label ?? BUILT_IN[permission] ?? permission
}

export interface PermissionNameProps {
  permission: string
  /** Slug of the Hub whose catalogue names it; null if the record has none. */
  hub: string | null
}

/**
 * A permission's name on a Hub. Shows its identifier until the catalogue is loaded, or if the catalogue lacks
 * it.
 */
export function PermissionName({ permission, hub }: PermissionNameProps) {
  const isBuiltIn = Object.hasOwn(permissions.names, permission)
  const { data } = useQuery({ ...catalogQuery(hub ?? ''), enabled: !isBuiltIn && hub !== null, retry: false })
  return permissionLabel(permission, data)
}
