import type { Access } from '#core/access/access.ts'
import { Refused } from '#ground/api/errors.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ServedFile } from '#ground/base/files/send.ts'
import type { Store } from '#ground/store/store.ts'
import { createAbsentOwners } from './absent-owners.ts'
import { versionOf, type Artifact, type FileFacts, type Version, type Viewer } from './artifact.ts'
import type { Contents } from './contents.ts'
import type { Directory } from './directory.ts'
import { createGate, notFound } from './gate.ts'
import { createLinks, type StoredLink } from './links.ts'
import { listArtifacts, type ListFilter } from './list.ts'
import { createPublish, type GivenFile, type NewArtifact } from './publish.ts'
import { createSharing } from './sharing.ts'
import { createSignals } from './signals.ts'

export interface ArtifactsDeps {
  store: Pick<Store, 'db' | 'kind' | 'transaction'>
  access: Pick<Access, 'decide' | 'blockedAmong' | 'listHubs'>
  accessChanges: Pick<AccessChanges, 'append'>
  contents: Contents
  directory: Directory
  clock: Clock
  newId(): string
  newToken(): string
  /** Bytes that the kept versions of one person's artifacts may hold together. */
  bytesPerPerson: number
  counts: { published(): void; linkOpened(): void }
}

export type Artifacts = ReturnType<typeof createArtifacts>

/** Published files, who may see them, and their public links. Everything is decided anew with each call. */
export function createArtifacts(deps: ArtifactsDeps) {
  const { store, access, contents, directory, counts } = deps
  const gate = createGate({ store, access, directory })
  const publish = createPublish({ ...deps, onPublished: counts.published })
  const sharing = createSharing(deps)
  const links = createLinks(deps)
  const signals = createSignals(deps.clock)
  const absent = createAbsentOwners({ clock: deps.clock, isActive: gate.isOwnerActive })

  /** @throws Refused `not_found` when that version is not kept any more, or never was. */
  const readVersion = async ({ id }: Artifact, version: number): Promise<Version> => {
    const row = await store.db
      .selectFrom('artifact_versions')
      .selectAll()
      .where('artifact_id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (!row) throw notFound()
    return versionOf(row)
  }

  const openFile = async (file: FileFacts): Promise<ServedFile> => {
    const handle = await contents.open(file.sha256)
    return {
      filename: file.filename,
      size: file.size,
      contentType: file.contentType,
      version: file.sha256,
      read: (range) => handle.createReadStream(range),
      close: () => handle.close(),
    }
  }

  const mayOpen = async (link: StoredLink): Promise<Artifact | null> => {
    const artifact = await gate.find(link.artifactId)
    return artifact && (await gate.mayShare(artifact)) ? artifact : null
  }

  return {
    gate,
    sharing,
    signals,

    /** The versions that are kept, newest first. */
    async versions({ id }: Artifact): Promise<Version[]> {
      const rows = await store.db
        .selectFrom('artifact_versions')
        .selectAll()
        .where('artifact_id', '=', id)
        .orderBy('version', 'desc')
        .execute()
      return rows.map(versionOf)
    },

    /** Open a version for somebody; default the newest. @throws Refused `not_found`, `unavailable` */
    async open(viewer: Viewer, id: string, version?: number): Promise<ServedFile> {
      const { artifact } = await gate.see(viewer, id)
      return openFile(version === undefined ? artifact : await readVersion(artifact, version))
    },

    /** A page of what somebody may see, newest first. */
    async list(
      viewer: Viewer,
      { hub, ...filter }: ListFilter & { hub?: string | undefined },
      page: { offset: number; limit: number },
    ): Promise<{ items: Artifact[]; total: number }> {
      const usable = await gate.hubsOf(viewer)
      const hubs = hub === undefined ? usable : usable.filter((slug) => slug === hub)
      const groups = filter.view === 'mine' ? [] : await directory.groupsOf(viewer.userId)
      const without = new Set(await absent.known())
      for (;;) {
        const reach = { viewer, hubs, groups, without: [...without] }
        const found = await listArtifacts(store.db, reach, filter, page)
        const owners = new Map(found.items.map(({ owner, ownerId }) => [ownerId, { owner, ownerId }]))
        owners.delete(viewer.userId)
        const others = [...owners.values()]
        const active = await Promise.all(others.map(gate.isOwnerActive))
        const gone = others.filter((_, n) => !active[n])
        if (gone.length === 0) return found
        for (const owner of gone) {
          without.add(owner.ownerId)
          absent.note(owner)
        }
      }
    },

    /**
     * Publish a file in somebody's name, as a new artifact or as a new version of one of theirs.
     *
     * @throws Refused `forbidden` without the Hub, `not_found` for another's artifact, `too_large` for what is too large or has no room.
     */
    async publish(
      viewer: Viewer,
      made: Omit<NewArtifact, 'owner'> & { artifact?: string | undefined },
      given: GivenFile,
    ): Promise<Artifact> {
      if (!(await gate.usesHubByKey(viewer, made.hub)))
        throw new Refused('forbidden', 'You may not use this Hub, so you can’t publish in it.')
      if (made.artifact === undefined)
        return publish.create({ ...made, owner: { email: viewer.email, id: viewer.userId } }, given)
      const own = await gate.own(viewer, made.artifact)
      if (own.hub !== made.hub) throw new Refused('invalid', 'The artifact belongs to another Hub.')
      const updated = await publish.update(own, made, given)
      signals.notify(own.id)
      return updated
    },

    async setAudience(
      viewer: Viewer,
      id: string,
      members: Parameters<typeof sharing.setAudience>[1],
      request: string,
    ) {
      const { id: own } = await gate.own(viewer, id)
      const artifact = await sharing.setAudience(own, members, request)
      signals.notify(own)
      return artifact
    },

    async remove(viewer: Viewer, id: string, request: string): Promise<void> {
      const { id: own } = await gate.own(viewer, id)
      await sharing.remove(own, { request })
      signals.notify(own)
    },

    /** Of artifacts by their ids. */
    linksOf: links.of,

    /** @throws Refused `forbidden` without the permission. */
    async createLink(viewer: Viewer, id: string, days: number, request: string) {
      const artifact = await gate.own(viewer, id)
      if (!(await gate.mayShare(artifact)))
        throw new Refused(
          'forbidden',
          'You may not share artifacts of this Hub publicly. Ask whoever manages its access.',
        )
      return links.create(artifact.id, days, request)
    },

    async revokeLink(viewer: Viewer, id: string, request: string): Promise<void> {
      const { id: own } = await gate.own(viewer, id)
      await links.revoke(own, request)
    },

    /** What a link's token opens right now, counted; null for anything else, without saying why. */
    async openLink(token: string): Promise<{ artifact: Artifact; link: StoredLink } | null> {
      const link = await links.byToken(token)
      const artifact = link && (await mayOpen(link))
      if (!link || !artifact) return null
      await links.noteOpened(link)
      counts.linkOpened()
      return { artifact, link }
    },

    /** The newest version, for whoever opened the link that `isIt` knows; null when that link is not there any more. */
    async openByLink(id: string, isIt: (link: StoredLink) => boolean): Promise<ServedFile | null> {
      const link = (await links.of([id])).get(id)
      if (!link || link.expiresAt <= deps.clock.now() || !isIt(link)) return null
      const artifact = await mayOpen(link)
      return artifact && openFile(artifact)
    },
  }
}
