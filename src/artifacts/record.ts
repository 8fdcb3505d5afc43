import type { AccessChange } from '#audit/access-changes.ts'
import type { JsonValue } from '#audit/canonical-json.ts'
import type { EpochMs } from '#base/clock.ts'
import type { Artifact } from './artifact.ts'

/** Something that changes who may see an artifact. */
export interface SharingChange {
  at: EpochMs
  action: 'artifact.audience' | 'artifact.link.create' | 'artifact.link.revoke' | 'artifact.delete'
  before: JsonValue
  after: JsonValue
}

/**
 * The access change that records it. Only owners share, so they are who did it and whom it is about. The title stays
 * out of it: whoever manages a Hub's access may not see what its people publish.
 */
export const recordOf = (
  { id, hub, owner }: Pick<Artifact, 'id' | 'hub' | 'owner'>,
  { at, action, before, after }: SharingChange,
  request: string | null = null,
): AccessChange => ({
  at,
  action,
  before,
  after,
  actor: owner,
  subject: owner,
  hub,
  permission: null,
  reason: `artifact ${id}`,
  request,
  revision: null,
})
