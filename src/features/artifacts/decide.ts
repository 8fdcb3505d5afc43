import type { Artifact, Viewer } from './artifact.ts'

/** A person's relation to an artifact. */
export type ViewerRelation = 'owner' | 'viewer'

/** Current facts about the viewer and the owner. */
export interface ViewerFacts {
  /** The viewer may use the artifact's Hub. */
  mayUseHub: boolean
  /** The owner has a working account and is not blocked. */
  isOwnerActive: boolean
  /** The viewer is named in the audience. */
  isNamed: boolean
  /** The viewer is in a named group. */
  isInGroup: boolean
}

/**
 * Decides who may see an artifact. Without the Hub, it is denied even to its owner. If the owner is blocked
 * or deleted, all others are denied too. An account counts as the owner only with its original id: another
 * account that gets the same e-mail later owns nothing.
 *
 * Facts are requested in order and only as far as they are needed.
 */
export async function relationOf(
  artifact: Pick<Artifact, 'owner' | 'ownerId' | 'audience'>,
  viewer: Pick<Viewer, 'email' | 'userId'>,
  facts: { readonly [Fact in keyof ViewerFacts]: () => Promise<boolean> },
): Promise<ViewerRelation | null> {
  if (!(await facts.mayUseHub())) return null
  if (artifact.owner === viewer.email && artifact.ownerId === viewer.userId) return 'owner'
  if (artifact.audience === 'owner' || !(await facts.isOwnerActive())) return null
  if (artifact.audience === 'hub') return 'viewer'
  return (await facts.isNamed()) || (await facts.isInGroup()) ? 'viewer' : null
}
