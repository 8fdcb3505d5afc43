import type { Selectable } from 'kysely'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { AudienceKind, PreviewKind } from './schema.ts'

export interface FileFacts {
  filename: string
  /** Media type without parameters. */
  contentType: string
  preview: PreviewKind
  size: number
  /** Lower-case hex. The contents are stored under this hash. */
  sha256: string
}

export interface Artifact extends FileFacts {
  id: string
  hub: string
  /** E-mail in lower case. */
  owner: string
  /** Id of the owner's account in the web chat. */
  ownerId: string
  title: string
  version: number
  audience: AudienceKind
  createdAt: EpochMs
  updatedAt: EpochMs
}

export interface ArtifactVersionFacts extends FileFacts {
  version: number
  createdAt: EpochMs
}

/** A signed-in person who requests an artifact. Authentication already rejected blocked people. */
export interface Viewer {
  /** Verified, in lower case. */
  email: string
  userId: string
  /** Slugs of the Hubs that the viewer's API key is limited to; null for all Hubs. */
  keyHubs: readonly string[] | null
}

export const viewerOf = ({ email, userId, keyHubs }: ConsoleCaller): Viewer => ({ email, userId, keyHubs })

export const artifactOf = (row: Selectable<Tables['artifacts']>): Artifact => ({
  id: row.id,
  hub: row.hub,
  owner: row.owner,
  ownerId: row.owner_id,
  title: row.title,
  version: row.version,
  audience: row.audience as AudienceKind,
  createdAt: row.created_at_ms,
  updatedAt: row.updated_at_ms,
  ...fileOf(row),
})

export const versionOf = (row: Selectable<Tables['artifact_versions']>): ArtifactVersionFacts => ({
  version: row.version,
  createdAt: row.created_at_ms,
  ...fileOf(row),
})

export const fileColumns = ({ filename, contentType, preview, size, sha256 }: FileFacts) => ({
  filename,
  content_type: contentType,
  preview,
  size,
  sha256,
})

const fileOf = (row: Omit<ReturnType<typeof fileColumns>, 'preview'> & { preview: string }): FileFacts => ({
  filename: row.filename,
  contentType: row.content_type,
  preview: row.preview as PreviewKind,
  size: row.size,
  sha256: row.sha256,
})
