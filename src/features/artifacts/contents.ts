import { accepted, type Result } from '#ground/base/result.ts'
import {
  BLOB_DAMAGED,
  BlobDamaged,
  BLOB_STORAGE_UNAVAILABLE,
  BlobStorageUnavailable,
  type BlobName,
  type Blobs,
  type OpenBlob,
  type ReceivedBlob,
} from '#ground/blobs/blobs.ts'
import { BeyondBound, bounded } from '#ground/blobs/bounded.ts'
import type { Store } from '#ground/store/store.ts'
import { createNamedBlobs, type ReferenceRows } from '#ground/blobs/named.ts'
import type { NamedRows } from '#ground/blobs/named-bytes.ts'
import { refusedAs, tooLarge, type ArtifactRefusal } from './refusal.ts'

export type Contents = ReturnType<typeof createContents>

export function createContents({ blobs, store }: { blobs: Blobs; store: Pick<Store, 'db' | 'transaction'> }) {
  const {
    commit: makePermanent,
    release,
    sweep,
  } = createNamedBlobs({ blobs, store, references: namingOf(store.db) })

  return {
    /** Writes bytes to the local disk in constant memory. After a refusal (`too_large`), none of the bytes remain. */
    async receive(
      bytes: AsyncIterable<Uint8Array>,
      maxBytes: number,
    ): Promise<Result<ReceivedBlob, ArtifactRefusal>> {
      try {
        return accepted(await blobs.receive(bounded(bytes, maxBytes)))
      } catch (error) {
        if (error instanceof BeyondBound) return tooLarge(maxBytes)
        throw error
      }
    },

    /**
     * Copies the bytes to shared storage. Call this before the transaction that references the bytes. Refusal:
     * `unavailable`.
     */
    copyToSharedStorage: (received: ReceivedBlob): Promise<Result<void, ArtifactRefusal>> =>
      unlessAway(async () => accepted(await received.upload())),

    /** Keeps the bytes that `copyToSharedStorage` has copied. Call this in the transaction that writes the version. */
    makePermanent,

    /** Refusal: `unavailable` if this server cannot read the bytes. */
    open: (blob: BlobName): Promise<Result<OpenBlob, ArtifactRefusal>> =>
      unlessAway(async () => {
        const opened = await blobs.open(blob)
        return opened ? accepted(opened) : NO_COPY
      }),

    release,
    sweep,
  }
}

const namingOf = (db: Store['db']): ReferenceRows => {
  const named = () => db.selectFrom('artifact_versions').select('sha256')
  return {
    reserveRow: (tx, hash) =>
      tx
        .insertInto('artifact_contents')
        .values({ hash })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
        .execute(),
    isNamed: async (tx, hash) => {
      const rows = tx.selectFrom('artifact_versions').select('version').where('sha256', '=', hash)
      return (await rows.limit(1).executeTakeFirst()) !== undefined
    },
    deleteRow: (tx, hash) => tx.deleteFrom('artifact_contents').where('hash', '=', hash).execute(),
    hasAny: async () => (await named().limit(1).executeTakeFirst()) !== undefined,
    findReferenced: async (hashes) =>
      new Set((await named().distinct().where('sha256', 'in', hashes).execute()).map(({ sha256 }) => sha256)),
  }
}

export const artifactBytes: NamedRows = (db) =>
  db.selectFrom('artifact_versions').select(['sha256 as hash', 'size', 'filename as name']).as('named')

const NO_COPY = refusedAs(
  'unavailable',
  'This server has no copy of the file. Its bytes are in the data folder of the server that published it.',
)

async function unlessAway<T>(
  work: () => Promise<Result<T, ArtifactRefusal>>,
): Promise<Result<T, ArtifactRefusal>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BlobStorageUnavailable) return refusedAs('unavailable', BLOB_STORAGE_UNAVAILABLE)
    if (error instanceof BlobDamaged) return refusedAs('unavailable', BLOB_DAMAGED)
    throw error
  }
}
