import type { EpochMs } from '#ground/base/clock.ts'
import type { Permission } from './permission.ts'
import type { Subject } from './subject.ts'

export interface AccessGrant {
  subject: Subject
  /** Slug, or `*` for the organization. */
  hub: string
  permission: Permission
  /** A subject, or `system:<name>`. */
  grantedBy: string
  grantedAt: EpochMs
  revision: number
  expiresAt: EpochMs | null
}

/** `console`: access is managed in the Console. `groups`: web chat groups decide. */
export type AccessMode = 'console' | 'groups'

export interface HubPolicy {
  hub: string
  mode: AccessMode
  revision: number
}

export interface PolicySnapshot {
  /** Null for an unknown Hub. */
  hub: HubPolicy | null
  blocked: boolean
  grants: readonly AccessGrant[]
}
