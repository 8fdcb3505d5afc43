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
  /** Revision of the Hub's policy since which it is there. */
  revision: number
  /** Expiry; null without an expiry. */
  expiresAt: EpochMs | null
}

/** How a Hub's access is managed: in the Console, or by web chat groups. */
export type AccessMode = 'console' | 'groups'

export interface HubPolicy {
  hub: string
  mode: AccessMode
  /** Counts the changes of this Hub's policy, from 1. */
  revision: number
}

/** The policy for one subject on one Hub. */
export interface PolicySnapshot {
  /** Null when no such Hub is known. */
  hub: HubPolicy | null
  blocked: boolean
  /** The subject's own grants and everyone's, on the Hub and on the organization. */
  grants: readonly AccessGrant[]
}
