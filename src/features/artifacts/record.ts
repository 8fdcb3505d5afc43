import type { AccessChange } from '#core/audit/access-changes.ts'
import type { JsonValue } from '#core/audit/canonical-json.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Artifact } from './artifact.ts'

/** Something that changes who may see an artifact. */
export interface SharingChange {
  at: EpochMs
  action: 'artifact.audience' | 'artifact.link.create' | 'artifact.link.revoke' | 'artifact.delete'
  before: JsonValue
  after: JsonValue
  /** Default the owner. */
  by?: string | undefined
}

/**
 * The access change that records it. Only owners share, so the owner is its subject and, as a rule, its
 * author. The title is left out: managers of a Hub's access may not see what its people publish.
 */
export const recordOf = (
  { id, hub, owner }: Pick<Artifact, 'id' | 'hub' | 'owner'>,
  { at, action, before, after, by = owner }: SharingChange,
  request: string | null = null,
): AccessChange => ({
  at,
  action,
  before,
  after,
  actor: by,
  subject: owner,
  hub,
  permission: null,
  reason: `artifact ${id}`,
  request,
  revision: null,
})

/** Author of the removal of artifacts without an owner. */
export const SYSTEM = 'system:artifacts'

/** The access change that records that an owner's account was found deleted, or exists again. */
export const recordOfOwner = (
  hub: string,
  { owner, ownerId }: Pick<Artifact, 'owner' | 'ownerId'>,
  { at, hasAccount }: { at: EpochMs; hasAccount: boolean },
): AccessChange => ({
  at,
  action: 'artifact.owner',
  before: { account: hasAccount ? 'gone' : 'there' },
  after: { account: hasAccount ? 'there' : 'gone' },
  actor: SYSTEM,
  subject: owner,
  hub,
  permission: null,
  reason: `account ${ownerId}`,
  request: null,
  revision: null,
})
