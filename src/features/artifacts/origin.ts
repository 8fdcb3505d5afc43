import { basename, dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { folderCandidates } from '#core/chats/scope.ts'
import type { Tables } from '#ground/store/tables.ts'
import { artifactOf, type Artifact, type Viewer } from './artifact.ts'

export interface ArtifactOrigin {
  /** Name of the chat's folder, not an id of the chat. */
  chat: string
  filename: string
}

export const originOf = (filesFolder: string, filename: string): ArtifactOrigin => ({
  chat: basename(dirname(filesFolder)),
  filename,
})

export interface PublishedFile {
  filename: string
  artifact: Artifact
}

const MAX_LISTED_FILES = 500

/** People can publish only from their own chats, so the result needs no access check. */
export async function publishedFrom(
  db: Kysely<Tables>,
  { email, userId }: Pick<Viewer, 'email' | 'userId'>,
  hub: string,
  chat: string,
): Promise<PublishedFile[]> {
  const folders = folderCandidates(chat, { email, surface: 'chatapp', groups: [] })
  const rows = await db
    .selectFrom('artifact_versions')
    .innerJoin('artifacts', 'artifacts.id', 'artifact_versions.artifact_id')
    .where('artifact_versions.chat', 'in', folders)
    .where('artifacts.hub', '=', hub)
    .where('artifacts.owner', '=', email)
    .where('artifacts.owner_id', '=', userId)
    .selectAll('artifacts')
    .select('artifact_versions.chat_file')
    .orderBy('artifacts.updated_at_ms', 'desc')
    .orderBy('artifacts.id', 'desc')
    .limit(MAX_LISTED_FILES)
    .execute()
  const files = new Map<string, Artifact>()
  for (const { chat_file: filename, ...row } of rows)
    if (filename !== null && !files.has(filename)) files.set(filename, artifactOf(row))
  return [...files].map(([filename, artifact]) => ({ filename, artifact }))
}
