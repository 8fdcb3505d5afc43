import type { Selectable } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { Role } from './schema.ts'

/** Times are epoch seconds. */
export interface Account {
  id: string
  /** Trimmed, lower case, unique. */
  email: string
  name: string
  role: Role
  profileImageUrl: string
  oauth: Record<string, { sub: string }> | null
  createdAt: number
  updatedAt: number
  lastActiveAt: number
}

export const readAccountRow = (row: Selectable<Tables['chatapp_users']> | undefined): Account | null =>
  row === undefined
    ? null
    : {
        id: row.id,
        email: row.email,
        name: row.name,
        role: row.role as Role,
        profileImageUrl: row.profile_image_url,
        oauth: row.oauth === null ? null : JSON.parse(row.oauth),
        createdAt: row.created_at,
        updatedAt: row.updated_at,
        lastActiveAt: row.last_active_at,
      }
