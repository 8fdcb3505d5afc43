import { join } from 'node:path'
import type { Blobs } from '#ground/blobs/blobs.ts'
import { openFolderBlobs, type FolderBlobsOptions } from '#ground/blobs/folder.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import type { SharedConfig } from './config/shared.ts'

/** Owner of the bytes, and their folder on a single machine. */
export interface BlobArea extends FolderBlobsOptions {
  area: 'artifacts' | 'chat-files' | 'agent-files' | 'hub-files'
}

/** People's attachments in the web chat. */
export const chatFilesIn = ({ dataFolder }: Pick<SharedConfig, 'dataFolder'>): BlobArea => ({
  area: 'chat-files',
  folder: join(dataFolder, 'chatapp/files'),
})

/** Contents of artifacts, in a folder that several bridges may use. */
export const artifactsIn = (
  { dataFolder }: Pick<SharedConfig, 'dataFolder'>,
  { now }: Pick<Clock, 'now'>,
): BlobArea => ({
  area: 'artifacts',
  folder: join(dataFolder, 'artifacts'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** Files of chats as a Hub's agent has them, in a folder that several bridges may use. */
export const agentFilesIn = (
  { dataFolder }: Pick<SharedConfig, 'dataFolder'>,
  { now }: Pick<Clock, 'now'>,
): BlobArea => ({
  area: 'agent-files',
  folder: join(dataFolder, 'agent-files'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** Files of published versions of Hubs. */
export const hubFilesIn = (
  { dataFolder }: Pick<SharedConfig, 'dataFolder'>,
  { now }: Pick<Clock, 'now'>,
): BlobArea => ({
  area: 'hub-files',
  folder: join(dataFolder, 'hub-files'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** A file without a write for this long is an abandoned upload. */
const UNFINISHED_MS = 60 * 60_000

/** The bytes of an area: in a bucket if configured. Does not wait for its server. */
export async function openBlobs(
  { blobs }: Pick<SharedConfig, 'blobs'>,
  area: BlobArea,
  { store, clock, log }: { store: Pick<Store, 'db'>; clock: Clock; log: Log },
): Promise<Blobs> {
  if (blobs === null) return openFolderBlobs(area)
  const { openObjectStorage } = await import('#cluster/object-storage/open.ts')
  return openObjectStorage({ store, clock, log, ...area, ...blobs })
}
