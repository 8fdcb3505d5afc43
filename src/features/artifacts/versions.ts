import type { ServedFile } from '#ground/base/files/send.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import {
  versionOf,
  type Artifact,
  type FileFacts,
  type ArtifactVersionFacts,
  type Viewer,
} from './artifact.ts'
import type { Contents } from './contents.ts'
import type { ArtifactGate } from './gate.ts'
import { notFound, type ArtifactRefusal } from './refusal.ts'

export interface ArtifactVersionsDeps {
  store: Pick<Store, 'db'>
  contents: Pick<Contents, 'open'>
  gate: Pick<ArtifactGate, 'see'>
}

export function createArtifactVersions({ store: { db }, contents, gate }: ArtifactVersionsDeps) {
  const openFile = async (file: FileFacts): Promise<Result<ServedFile, ArtifactRefusal>> => {
    const opened = await contents.open({ hash: file.sha256, size: file.size })
    if (!opened.ok) return opened
    return accepted({
      filename: file.filename,
      size: file.size,
      contentType: file.contentType,
      version: file.sha256,
      read: opened.value.read,
      close: opened.value.close,
    })
  }

  return {
    openFile,

    async versions({ id }: Artifact): Promise<ArtifactVersionFacts[]> {
      const rows = await db
        .selectFrom('artifact_versions')
        .selectAll()
        .where('artifact_id', '=', id)
        .orderBy('version', 'desc')
        .execute()
      return rows.map(versionOf)
    },

    /** Default: the newest version. Refusal: `not_found`, also for a deleted version. */
    async open(viewer: Viewer, id: string, version?: number): Promise<Result<ServedFile, ArtifactRefusal>> {
      const seen = await gate.see(viewer, id)
      if (!seen.ok) return seen
      if (version === undefined) return openFile(seen.value.artifact)
      const row = await db
        .selectFrom('artifact_versions')
        .selectAll()
        .where('artifact_id', '=', id)
        .where('version', '=', version)
        .executeTakeFirst()
      return row ? openFile(versionOf(row)) : notFound()
    },
  }
}
