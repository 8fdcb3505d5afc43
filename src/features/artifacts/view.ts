import { type EpochMs, isoTime } from '#ground/base/clock.ts'
import type { Artifact, ArtifactVersionFacts, Viewer } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'
import type { Directory } from './directory.ts'
import type { StoredLink } from './links.ts'
import type { ArtifactVersion, ArtifactView, PublicArtifact, PublicLink } from './schema.ts'

export interface ViewDeps {
  artifacts: Pick<Artifacts, 'gate' | 'sharing' | 'linksOf'>
  directory: Pick<Directory, 'account' | 'groups'>
  hubNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
  namesOf(emails: readonly string[]): Promise<ReadonlyMap<string, string>>
  now(): EpochMs
}

export type Views = ReturnType<typeof createViews>

/** Only the owner receives the sharing settings. */
export function createViews({ artifacts, directory, hubNames, namesOf, now }: ViewDeps) {
  const linkView = (link: StoredLink, mayShare: boolean): PublicLink => ({
    active: mayShare && link.expiresAt > now(),
    created_at: isoTime(link.createdAt),
    expires_at: isoTime(link.expiresAt),
    opens: link.opens,
    last_opened_at: link.lastOpenedAt === null ? null : isoTime(link.lastOpenedAt),
  })

  const audienceView = async (artifact: Artifact) => {
    const { kind, people, groups } = await artifacts.sharing.members(artifact)
    if (kind !== 'people') return { kind, people: [], groups: [] }
    const names = await namesOf(people)
    const known = groups.length > 0 ? await directory.groups() : []
    return {
      kind,
      people: people.map((email) => ({ email, name: names.get(email) ?? email })),
      groups: known.filter(({ id }) => groups.includes(id)).map(({ id, name }) => ({ id, name })),
    }
  }

  const view = async (
    artifact: Artifact,
    {
      viewer,
      hubs,
      links,
    }: { viewer: Viewer; hubs: ReadonlyMap<string, string>; links: ReadonlyMap<string, StoredLink> },
  ): Promise<ArtifactView> => {
    const { id, hub, title, version, audience } = artifact
    const mine = artifact.ownerId === viewer.userId
    const owner = await directory.account(artifact.ownerId)
    const mayShare = mine && (await artifacts.gate.mayShare(artifact))
    const link = links.get(id)
    return {
      id,
      hub,
      hub_name: hubs.get(hub) ?? hub,
      owner: { email: artifact.owner, name: owner?.name ?? artifact.owner },
      title,
      ...fileView(artifact),
      sha256: artifact.sha256,
      version,
      created_at: isoTime(artifact.createdAt),
      updated_at: isoTime(artifact.updatedAt),
      audience: mine ? await audienceView(artifact) : { kind: audience, people: [], groups: [] },
      mine,
      ...(mine && { link: link ? linkView(link, mayShare) : null, may_share_publicly: mayShare }),
    }
  }

  const many = async (list: readonly Artifact[], viewer: Viewer): Promise<ArtifactView[]> => {
    const hubs = await hubNames([...new Set(list.map(({ hub }) => hub))])
    const own = list.filter(({ ownerId }) => ownerId === viewer.userId)
    const links = await artifacts.linksOf(own.map(({ id }) => id))
    return Promise.all(list.map((artifact) => view(artifact, { viewer, hubs, links })))
  }

  return {
    many,
    one: async (artifact: Artifact, viewer: Viewer): Promise<ArtifactView> =>
      (await many([artifact], viewer))[0]!,
    link: linkView,
  }
}

export const versionView = (file: ArtifactVersionFacts): ArtifactVersion => ({
  version: file.version,
  ...fileView(file),
  sha256: file.sha256,
  created_at: isoTime(file.createdAt),
})

/** Leaves out the owner, the Hub and other viewers. */
export const publicView = (artifact: Artifact, link: StoredLink): PublicArtifact => ({
  id: artifact.id,
  title: artifact.title,
  ...fileView(artifact),
  version: artifact.version,
  updated_at: isoTime(artifact.updatedAt),
  expires_at: isoTime(link.expiresAt),
})

const fileView = ({ filename, contentType, size, preview }: Artifact | ArtifactVersionFacts) => ({
  filename,
  content_type: contentType,
  size,
  preview,
})
