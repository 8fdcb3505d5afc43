import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { BlobDamaged, BlobStorageUnavailable, type BlobName, type Blobs } from '#ground/blobs/blobs.ts'
import { checked } from './checked.ts'
import { folderBlobs, openIncomingOf, type FolderBlobsOptions } from '#ground/blobs/folder.ts'
import { createBlobHolds, type BlobHoldsDeps } from './holds.ts'
import {
  createS3Client,
  objectKey,
  type S3Client,
  type S3ClientOptions,
  type S3Reports,
} from './s3-client.ts'

export interface S3BlobsOptions
  extends BlobHoldsDeps, FolderBlobsOptions, Omit<S3ClientOptions, 'reports' | 'clock'> {
  reports: S3Reports & {
    /** The content of an object does not match its hash. */
    onDamaged(hash: string): void
  }
}

const SWEEP_MS = 6 * 3_600_000

export async function openS3Blobs(options: S3BlobsOptions): Promise<Blobs> {
  const { address, area, reports } = options
  const incoming = await openIncomingOf(options)
  const local = folderBlobs(options.folder, incoming)
  const holds = createBlobHolds(options)
  const client = createS3Client(options)
  const keyOf = (hash: string) => objectKey(address, area, hash)

  return {
    sweepEveryMs: SWEEP_MS,

    async receive(bytes) {
      const { path, ...received } = await incoming.receive(bytes)
      const { hash } = received
      return {
        ...received,
        async upload() {
          await holds.announceUpload(hash)
          await client.put(keyOf(hash), received, () => createReadStream(path))
        },
        async commit(tx) {
          await holds.reference(tx, hash)
          await received.discard()
        },
      }
    },

    async open(blob) {
      const size = await client.sizeOf(keyOf(blob.hash))
      if (size === null) return local.open(blob)
      if (size !== blob.size) {
        reports.onDamaged(blob.hash)
        throw new BlobDamaged(blob.hash)
      }
      return {
        read: (range) =>
          Readable.from(bytesOf(client, keyOf(blob.hash), { blob, range, reports }), { objectMode: false }),
        close: async () => {},
      }
    },

    async *hashes(which) {
      yield* local.hashes(which)
      yield* holds.listUnreferenced()
    },

    async remove(tx, hash) {
      await local.remove(tx, hash)
      const announcedAt = await holds.announceRemoval(tx, hash)
      if (announcedAt === null) return async () => {}
      return () => removeObject(hash, announcedAt)
    },

    [Symbol.asyncDispose]: () => client[Symbol.asyncDispose](),
  }

  async function removeObject(hash: string, announcedAt: number): Promise<void> {
    if (!holds.isRemovalAllowed(announcedAt)) return
    try {
      await client.remove(keyOf(hash))
    } catch (error) {
      if (error instanceof BlobStorageUnavailable) return
      throw error
    }
    await holds.finishRemoval(hash, announcedAt)
  }
}

async function* bytesOf(
  client: S3Client,
  key: string,
  {
    blob,
    range,
    reports,
  }: {
    blob: BlobName
    range: { start: number; end: number } | undefined
    reports: Pick<S3BlobsOptions['reports'], 'onDamaged'>
  },
): AsyncGenerator<Uint8Array> {
  if (blob.size === 0) return
  const { start, end } = range ?? { start: 0, end: blob.size - 1 }
  const size = end - start + 1
  const isWhole = size === blob.size
  const body = await client.get(key, isWhole ? undefined : { start, end })
  if (!body) throw new BlobStorageUnavailable('the object was removed meanwhile')
  try {
    yield* checked(body, { hash: blob.hash, size, isWhole })
  } catch (error) {
    if (error instanceof BlobDamaged) reports.onDamaged(blob.hash)
    throw error
  }
}
