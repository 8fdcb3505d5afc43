import type { Artifact, Viewer } from './artifact.ts'

/** How somebody stands to an artifact. */
export type Relation = 'owner' | 'viewer'

/** What is true right now of who asks and of the owner. */
export interface Facts {
  /** Who asks may use the artifact's Hub. */
  mayUseHub: boolean
  /** The owner has a working account and is not blocked. */
  isOwnerActive: boolean
  /** Who asks was named. */
  isNamed: boolean
  /** Who asks is in a group that was named. */
  isInGroup: boolean
}

/**
 * Who may see an artifact. Nobody without the Hub, not even its owner; nobody but the owner once the owner is blocked or
 * gone, which means nobody. An account is the owner's only with the id it had: another one that was given the same
 * e-mail later owns nothing.
 *
 * Facts are asked for in order and only as far as they are needed.
 */
export async function relationOf(
  artifact: Pick<Artifact, 'owner' | 'ownerId' | 'audience'>,
  viewer: Pick<Viewer, 'email' | 'userId'>,
  facts: { readonly [Fact in keyof Facts]: () => Promise<boolean> },
): Promise<Relation | null> {
  if (!(await facts.mayUseHub())) return null
  if (artifact.owner === viewer.email && artifact.ownerId === viewer.userId) return 'owner'
  if (artifact.audience === 'owner' || !(await facts.isOwnerActive())) return null
  if (artifact.audience === 'hub') return 'viewer'
  return (await facts.isNamed()) || (await facts.isInGroup()) ? 'viewer' : null
}
