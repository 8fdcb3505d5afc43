import type { AccessChange } from '#core/audit/access-changes.ts'
import type { JsonValue } from '#core/audit/canonical-json.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Artifact } from './artifact.ts'

export interface SharingChange {
  at: EpochMs
  action: 'artifact.audience' | 'artifact.link.create' | 'artifact.link.revoke' | 'artifact.delete'
  before: JsonValue
  after: JsonValue
  by?: string | undefined
}

/** A recorded change has no title, because managers of a Hub's access may not see what people publish. */
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

export const SYSTEM = 'system:artifacts'

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
