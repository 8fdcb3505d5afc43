import { attachedBytes } from '#chatapp/files/files.ts'
import { chatFileBytes } from '#cluster/chats/contents.ts'
import { versionBytes } from '#cluster/published/versions.ts'
import { artifactBytes } from '#features/artifacts/contents.ts'
import type { Clock } from '#ground/base/clock.ts'
import { moveToBucket, type Moved } from '#cluster/object-storage/move.ts'
import type { NamedBlob, NamedRows } from '#ground/blobs/named-bytes.ts'
import { createS3Client } from '#cluster/object-storage/s3-client.ts'
import type { Store } from '#ground/store/store.ts'
import { agentFilesIn, artifactsIn, chatFilesIn, hubFilesIn, type BlobArea } from './blobs.ts'
import type { SharedConfig } from './config/shared.ts'

export interface MovedFile {
  area: BlobArea['area']
  blob: NamedBlob
  state: Moved
}

export interface MoveFilesDeps {
  store: Pick<Store, 'db'>
  clock: Clock
  bucket: NonNullable<SharedConfig['blobs']>
  isDry: boolean
  verifies: boolean
}

/** This machine's own folders of bytes, and the rows that reference them. */
const areasOf = (shared: SharedConfig, clock: Clock): (BlobArea & { named: NamedRows })[] => [
  { ...artifactsIn(shared, clock), named: artifactBytes },
  { ...chatFilesIn(shared), named: attachedBytes },
  { ...agentFilesIn(shared, clock), named: chatFileBytes },
  { ...hubFilesIn(shared, clock), named: versionBytes },
]

/**
 * Uploads the files that are only in this machine's folders to its bucket, and reports every file.
 *
 * @throws BlobsAway
 */
export async function* moveFiles(
  shared: SharedConfig,
  { bucket, ...deps }: MoveFilesDeps,
): AsyncGenerator<MovedFile> {
  await using client = createS3Client({
    ...bucket,
    clock: deps.clock,
    reports: { onAway() {}, onBack() {} },
  })
  for (const { area, folder, named } of areasOf(shared, deps.clock))
    for await (const moved of moveToBucket({
      ...deps,
      area,
      folder,
      named,
      client,
      address: bucket.address,
    }))
      yield { area, ...moved }
}
