import type { Access } from '#core/access/access.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { subjectOf, type Bus } from '#ground/bus/bus.ts'
import type { ServedFile } from '#ground/base/files/send.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Artifact, Viewer } from './artifact.ts'
import type { Contents } from './contents.ts'
import type { Directory } from './directory.ts'
import { createArtifactGate } from './gate.ts'
import { createArtifactListing } from './listing.ts'
import { publishedFrom, type PublishedFile } from './origin.ts'
import { createPublicLinks } from './public-links.ts'
import { createPublish, type FileToPublish, type NewArtifact } from './publish.ts'
import { refusedAs, type ArtifactRefusal } from './refusal.ts'
import { createSharing, type Members } from './sharing.ts'
import { createArtifactVersions } from './versions.ts'

export interface ArtifactsDeps {
  store: Pick<Store, 'db' | 'kind' | 'transaction'>
  access: Pick<Access, 'decide' | 'blockedAmong' | 'listHubs'>
  accessChanges: Pick<AccessChanges, 'append'>
  contents: Contents
  directory: Directory
  clock: Clock
  bus: Pick<Bus, 'publish'>
  newId(): string
  newToken(): string
  bytesPerPerson: number
  counts: { published(): void; linkOpened(): void }
}

export const changedSubject = (id: string): string => subjectOf('artifact', id)

export type Artifacts = ReturnType<typeof createArtifacts>

export function createArtifacts(deps: ArtifactsDeps) {
  const { store, contents, counts } = deps
  const gate = createArtifactGate(deps)
  const publish = createPublish({ ...deps, onPublished: counts.published })
  const sharing = createSharing(deps)
  const noteChange = (id: string) => deps.bus.publish(changedSubject(id), '')
  const versions = createArtifactVersions({ store, contents, gate })

  return {
    gate,
    sharing,
    ...versions,
    ...createPublicLinks({ ...deps, gate, openFile: versions.openFile, onOpened: counts.linkOpened }),

    list: createArtifactListing({ ...deps, gate }),

    /**
     * Refusals: `forbidden` without access to the Hub, `not_found` for another person's artifact, `too_large` over
     * the quota.
     */
    async publish(
      viewer: Viewer,
      made: Omit<NewArtifact, 'owner'> & { artifact?: string | undefined },
      given: FileToPublish,
    ): Promise<Result<Artifact, ArtifactRefusal>> {
      if (!(await gate.usesHubByKey(viewer, made.hub)))
        return refusedAs('forbidden', 'You may not use this Hub, so you can’t publish on it.')
      if (made.artifact === undefined)
        return publish.create({ ...made, owner: { email: viewer.email, id: viewer.userId } }, given)
      const own = await gate.own(viewer, made.artifact)
      if (!own.ok) return own
      if (own.value.hub !== made.hub) return refusedAs('invalid', 'The artifact belongs to another Hub.')
      const updated = await publish.update(own.value, made, given)
      if (updated.ok) noteChange(updated.value.id)
      return updated
    },

    async publishedFrom(viewer: Viewer, hub: string, chat: string): Promise<PublishedFile[]> {
      return (await gate.usesHubByKey(viewer, hub)) ? publishedFrom(store.db, viewer, hub, chat) : []
    },

    async restore(viewer: Viewer, id: string, version: number): Promise<Result<Artifact, ArtifactRefusal>> {
      const own = await gate.own(viewer, id)
      if (!own.ok) return own
      const opened = await versions.open(viewer, id, version)
      if (!opened.ok) return opened
      const { filename, contentType, size, version: hash } = opened.value
      if (hash === own.value.sha256 && filename === own.value.filename) {
        await opened.value.close()
        return own
      }
      const bytes = allOf(opened.value)
      const restored = await publish.update(own.value, {}, { filename, contentType, bytes, maxBytes: size })
      if (restored.ok) noteChange(id)
      return restored
    },

    async setAudience(
      viewer: Viewer,
      id: string,
      members: Members,
      request: string,
    ): Promise<Result<Artifact, ArtifactRefusal>> {
      const own = await gate.own(viewer, id)
      if (!own.ok) return own
      const artifact = await sharing.setAudience(id, members, request)
      if (artifact.ok) noteChange(id)
      return artifact
    },

    async remove(viewer: Viewer, id: string, request: string): Promise<Result<true, ArtifactRefusal>> {
      const own = await gate.own(viewer, id)
      if (!own.ok) return own
      const removed = await sharing.remove(id, { request })
      if (!removed.ok) return removed
      noteChange(id)
      return accepted(true)
    },
  }
}

async function* allOf(file: ServedFile): AsyncGenerator<Uint8Array> {
  if (file.size > 0) yield* file.read({ start: 0, end: file.size - 1 })
  else await file.close()
}
