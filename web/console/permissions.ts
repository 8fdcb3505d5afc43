import type { PermissionCatalog } from '#core/access/schema.ts'
import { messages } from './messages.ts'

const BUILT_IN: Readonly<Record<string, string>> = messages.permissions.names

/** What a permission is called: by the Hub’s catalogue, else by us, else by its own name. */
export const permissionLabel = (permission: string, catalog?: PermissionCatalog): string => {
  const entry = catalog?.items.find(({ name }) => name === permission)
  if (entry?.without_effect) return messages.permissions.withoutEffect(permission)
  return entry?.label ?? BUILT_IN[permission] ?? permission
}
