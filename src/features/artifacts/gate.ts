import type { Access } from '#core/access/access.ts'
import { SHARE_PUBLIC } from '#core/access/catalog.ts'
import { USE_HUB } from '#core/access/permission.ts'
import { EVERYONE } from '#core/access/subject.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { artifactOf, type Artifact, type Viewer } from './artifact.ts'
import { relationOf, type ViewerRelation } from './decide.ts'
import type { Directory } from './directory.ts'
import { notFound, refusedAs, type ArtifactRefusal } from './refusal.ts'

export interface ArtifactGateDeps {
  store: Pick<Store, 'db'>
  access: Pick<Access, 'decide' | 'blockedAmong' | 'listHubs'>
  directory: Directory
}

export type ArtifactGate = ReturnType<typeof createArtifactGate>

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** All methods reject if the web chat is unavailable. */
export function createArtifactGate({ store: { db }, access, directory }: ArtifactGateDeps) {
  /**
   * If groups of the web chat control a Hub, `decide` allows every person. So the web chat must also show the Hub to
   * the person.
   */
  const usesHub = async (email: string, userId: string, hub: string): Promise<boolean> => {
    const { allowed, reason } = await access.decide({ email }, hub, USE_HUB)
    return allowed && (reason !== 'group_based' || (await directory.sees(hub, userId)))
  }
  const usesHubByKey = async ({ email, userId, keyHubs }: Viewer, hub: string): Promise<boolean> =>
    (keyHubs === null || keyHubs.includes(hub)) && (await usesHub(email, userId, hub))

  const isOwnerActive = async ({ owner, ownerId }: Pick<Artifact, 'owner' | 'ownerId'>): Promise<boolean> => {
    const account = await directory.account(ownerId)
    if (account?.email !== owner) return false
    return (await access.blockedAmong([owner])).size === 0
  }

  const isNamed = async ({ id }: Artifact, email: string): Promise<boolean> =>
    (await db
      .selectFrom('artifact_people')
      .select('email')
      .where('artifact_id', '=', id)
      .where('email', '=', email)
      .executeTakeFirst()) !== undefined

  const isInGroup = async ({ id }: Artifact, userId: string): Promise<boolean> => {
    const rows = await db
      .selectFrom('artifact_groups')
      .select('group_id')
      .where('artifact_id', '=', id)
      .execute()
    if (rows.length === 0) return false
    const own = new Set(await directory.groupsOf(userId))
    return rows.some(({ group_id }) => own.has(group_id))
  }

  const find = async (id: string): Promise<Artifact | null> => {
    if (!ID.test(id)) return null
    const row = await db.selectFrom('artifacts').selectAll().where('id', '=', id).executeTakeFirst()
    return row ? artifactOf(row) : null
  }

  const relation = (artifact: Artifact, viewer: Viewer): Promise<ViewerRelation | null> =>
    relationOf(artifact, viewer, {
      mayUseHub: () => usesHubByKey(viewer, artifact.hub),
      isOwnerActive: () => isOwnerActive(artifact),
      isNamed: () => isNamed(artifact, viewer.email),
      isInGroup: () => isInGroup(artifact, viewer.userId),
    })

  const see = async (
    viewer: Viewer,
    id: string,
  ): Promise<Result<{ artifact: Artifact; relation: ViewerRelation }, ArtifactRefusal>> => {
    const artifact = await find(id)
    const found = artifact && (await relation(artifact, viewer))
    return artifact && found ? accepted({ artifact, relation: found }) : notFound()
  }

  return {
    usesHub,
    isForEverybody: async (hub: string): Promise<boolean> =>
      (await access.decide({ email: EVERYONE }, hub, USE_HUB)).allowed,
    usesHubByKey,
    isOwnerActive,
    find,

    see,

    /** Refusal: `not_found`, or `forbidden` to a viewer who is not the owner. */
    async own(viewer: Viewer, id: string): Promise<Result<Artifact, ArtifactRefusal>> {
      const seen = await see(viewer, id)
      if (!seen.ok) return seen
      if (seen.value.relation !== 'owner')
        return refusedAs('forbidden', 'Only the owner of an artifact may change it.')
      return accepted(seen.value.artifact)
    },

    /** Whether the owner may have public links now. Existing links do not open without this permission. */
    async mayShare(artifact: Pick<Artifact, 'owner' | 'ownerId' | 'hub'>): Promise<boolean> {
      const { owner, ownerId, hub } = artifact
      return (
        (await access.decide({ email: owner }, hub, SHARE_PUBLIC)).allowed &&
        (await isOwnerActive(artifact)) &&
        (await usesHub(owner, ownerId, hub))
      )
    },

    async hubsOf(viewer: Viewer): Promise<string[]> {
      const hubs = (await access.listHubs()).map(({ hub }) => hub)
      const usable = await Promise.all(hubs.map((hub) => usesHubByKey(viewer, hub)))
      return hubs.filter((_, n) => usable[n])
    },
  }
}
