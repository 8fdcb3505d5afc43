import type { Artifact, Viewer } from './artifact.ts'

export type ViewerRelation = 'owner' | 'viewer'

export interface ViewerFacts {
  mayUseHub: boolean
  /** The owner's account exists, is approved and is not blocked. */
  isOwnerActive: boolean
  isNamed: boolean
  isInGroup: boolean
}

/**
 * A person who may not use the Hub sees none of its artifacts, not even their own. If the owner is blocked or
 * deleted, no other person sees the artifact.
 * Ownership needs the original account id, because another account may get the same e-mail later.
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
