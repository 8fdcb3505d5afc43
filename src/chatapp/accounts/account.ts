import type { Role } from './schema.ts'

/** A person who may sign in. Times are epoch seconds. */
export interface Account {
  id: string
  /** Trimmed, lower case, unique. */
  email: string
  name: string
  role: Role
  profileImageUrl: string
  /** `{"<provider>": {"sub": "…"}}` for accounts of an identity provider. */
  oauth: Record<string, { sub: string }> | null
  createdAt: number
  updatedAt: number
  lastActiveAt: number
}
