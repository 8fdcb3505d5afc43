import type { Transaction } from 'kysely'
import { accepted, type Result } from '#ground/base/result.ts'
import {
  BLOB_DAMAGED,
  BlobDamaged,
  BLOBS_AWAY,
  BlobsAway,
  type BlobName,
  type Blobs,
  type OpenBlob,
  type ReceivedBlob,
} from '#ground/blobs/blobs.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { sweepUnnamed } from '#ground/blobs/sweeps.ts'
import { refusedAs, tooLarge, type Refusal } from './refusal.ts'

export type Contents = ReturnType<typeof createContents>

/**
 * The bytes of artifacts, which several processes may use at once. Whoever names bytes and whoever removes them holds the row
 * of their hash meanwhile, so bytes that some version names are never removed.
 */
export function createContents({ blobs, store }: { blobs: Blobs; store: Pick<Store, 'db' | 'transaction'> }) {
  /** Remove bytes unless a version names them. */
  const release = async (hash: string): Promise<void> => {
    const removed = await store.transaction(async (tx) => {
      await hold(tx, hash)
      const named = await tx
        .selectFrom('artifact_versions')
        .select('version')
        .where('sha256', '=', hash)
        .limit(1)
        .executeTakeFirst()
      if (named) return null
      const removal = await blobs.remove(tx, hash)
      await tx.deleteFrom('artifact_contents').where('hash', '=', hash).execute()
      return removal
    })
    await removed?.()
  }

  const named = () => store.db.selectFrom('artifact_versions').select('sha256')
  const names = {
    isAny: async () => (await named().limit(1).executeTakeFirst()) !== undefined,
    among: async (hashes: readonly string[]) =>
      new Set((await named().distinct().where('sha256', 'in', hashes).execute()).map(({ sha256 }) => sha256)),
    release,
  }

  return {
    /** Take bytes to disk, in constant memory; nobody sees them yet. Refused `too_large` with nothing left behind. */
    async receive(
      bytes: AsyncIterable<Uint8Array>,
      maxBytes: number,
    ): Promise<Result<ReceivedBlob, Refusal>> {
      try {
        return accepted(await blobs.receive(bounded(bytes, maxBytes)))
      } catch (error) {
        if (error instanceof BeyondBound) return tooLarge(maxBytes)
        throw error
      }
    },

    /** Put received bytes where all read them, before that transaction. Refused `unavailable` when that can't be done now. */
    bring: (received: ReceivedBlob): Promise<Result<void, Refusal>> =>
      unlessAway(async () => accepted(await received.bring())),

    /** Give brought bytes their name, in the transaction that writes the version which names them. */
    async keep(tx: Transaction<Tables>, received: ReceivedBlob): Promise<void> {
      await hold(tx, received.hash)
      await received.keep(tx)
    },

    /** Open the bytes for reading. Refused `unavailable` when they can't be read here. */
    open: (blob: BlobName): Promise<Result<OpenBlob, Refusal>> =>
      unlessAway(async () => {
        const opened = await blobs.open(blob)
        return opened ? accepted(opened) : NO_COPY
      }),

    async release(hashes: readonly string[]): Promise<void> {
      for (const hash of new Set(hashes)) await release(hash)
    },

    /** Remove bytes that no version names. */
    sweep: (signal: AbortSignal): Promise<void> => sweepUnnamed(blobs, names, signal),
  }
}

const NO_COPY = refusedAs(
  'unavailable',
  'This server has no copy of the file. Its bytes are in the data folder of the server that published it.',
)

async function unlessAway<T>(work: () => Promise<Result<T, Refusal>>): Promise<Result<T, Refusal>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof BlobsAway) return refusedAs('unavailable', BLOBS_AWAY)
    if (error instanceof BlobDamaged) return refusedAs('unavailable', BLOB_DAMAGED)
    throw error
  }
}

/** Take the row of a hash, making it first, until the transaction ends. */
const hold = (tx: Transaction<Tables>, hash: string): Promise<unknown> =>
  tx
    .insertInto('artifact_contents')
    .values({ hash })
    .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
    .execute()

/** Ends the writing of a stream that is too long. */
class BeyondBound extends Error {}

async function* bounded(bytes: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > maxBytes) throw new BeyondBound()
    yield piece
  }
}
