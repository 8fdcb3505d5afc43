import type { Blobs } from '#ground/blobs/blobs.ts'
import type { BlobArea } from '#ground/blobs/areas.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import type { SharedConfig } from './config/shared.ts'

/** Does not wait for the storage server. */
export async function openBlobs(
  { blobs }: Pick<SharedConfig, 'blobs'>,
  area: BlobArea,
  { store, clock, log }: { store: Pick<Store, 'db'>; clock: Clock; log: Log },
): Promise<Blobs> {
  if (blobs === null) return openFolderBlobs(area)
  const { openObjectStorage } = await import('#cluster/object-storage/open.ts')
  return openObjectStorage({ store, clock, log, ...area, ...blobs })
}
