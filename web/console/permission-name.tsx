import { useQuery } from '@tanstack/react-query'
import { messages } from './messages.ts'
import { permissionLabel } from './permissions.ts'
import { catalogQuery } from './queries.ts'

export interface PermissionNameProps {
  permission: string
  /** Slug of the Hub whose catalogue names it; null when the record names none. */
  hub: string | null
}

/** What a permission is called on a Hub. Its own name stands there until the catalogue is known, or if it left it. */
export function PermissionName({ permission, hub }: PermissionNameProps) {
  const isBuiltIn = Object.hasOwn(messages.permissions.names, permission)
  const { data } = useQuery({ ...catalogQuery(hub ?? ''), enabled: !isBuiltIn && hub !== null, retry: false })
  return permissionLabel(permission, data)
}
