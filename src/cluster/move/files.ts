import { attachedBytes } from '#chatapp/files/files.ts'
import { chatFileBytes } from '#cluster/chats/contents.ts'
import { versionBytes } from '#cluster/published/versions.ts'
import { artifactBytes } from '#features/artifacts/contents.ts'
import type { Clock } from '#ground/base/clock.ts'
import { agentFilesIn, artifactsIn, chatFilesIn, hubFilesIn, type BlobArea } from '#ground/blobs/areas.ts'
import type { NamedBlob, NamedRows } from '#ground/blobs/named-bytes.ts'
import { createS3Client, type S3ClientOptions } from '#cluster/object-storage/s3-client.ts'
import type { Store } from '#ground/store/store.ts'
import { moveToBucket, type BlobMoveResult } from './to-object-storage.ts'

export interface MovedFile {
  area: BlobArea['area']
  blob: NamedBlob
  state: BlobMoveResult
}

export interface MoveFilesDeps {
  store: Pick<Store, 'db'>
  clock: Clock
  bucket: Pick<S3ClientOptions, 'address' | 'credentials'>
  isDry: boolean
  verifies: boolean
}

const areasOf = (place: { dataFolder: string }, clock: Clock): (BlobArea & { named: NamedRows })[] => [
  { ...artifactsIn(place, clock), named: artifactBytes },
  { ...chatFilesIn(place), named: attachedBytes },
  { ...agentFilesIn(place, clock), named: chatFileBytes },
  { ...hubFilesIn(place, clock), named: versionBytes },
]

/** Uploads files that exist only in this instance's folders, and yields every file. @throws BlobStorageUnavailable */
export async function* moveFiles(
  place: { dataFolder: string },
  { bucket, ...deps }: MoveFilesDeps,
): AsyncGenerator<MovedFile> {
  await using client = createS3Client({
    ...bucket,
    clock: deps.clock,
    reports: { onOutage() {}, onRecovery() {} },
  })
  for (const { area, folder, named } of areasOf(place, deps.clock))
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
