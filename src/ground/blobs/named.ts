import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Blobs, ReceivedBlob } from './blobs.ts'
import { sweepUnreferenced, type BlobReferences } from './sweeps.ts'

export interface ReferenceRows extends Omit<BlobReferences, 'release'> {
  /** Locks the row of a hash until the transaction ends; inserts a missing row. */
  reserveRow(tx: Transaction<Tables>, hash: string): Promise<unknown>
  isNamed(tx: Transaction<Tables>, hash: string): Promise<boolean>
  deleteRow(tx: Transaction<Tables>, hash: string): Promise<unknown>
}

export interface NamedDeps {
  blobs: Blobs
  store: Pick<Store, 'transaction'>
  references: ReferenceRows
}

export type NamedBlobs = ReturnType<typeof createNamedBlobs>

/** Adding and removing a reference requires the lock of the hash's row, so referenced blobs are never removed. */
export function createNamedBlobs({ blobs, store, references }: NamedDeps) {
  const release = async (hash: string): Promise<void> => {
    const removed = await store.transaction(async (tx) => {
      await references.reserveRow(tx, hash)
      if (await references.isNamed(tx, hash)) return null
      const removal = await blobs.remove(tx, hash)
      await references.deleteRow(tx, hash)
      return removal
    })
    await removed?.()
  }

  return {
    /** Call it in the transaction that inserts the reference. */
    async commit(tx: Transaction<Tables>, received: ReceivedBlob): Promise<void> {
      await references.reserveRow(tx, received.hash)
      await received.commit(tx)
    },

    async release(hashes: Iterable<string>): Promise<void> {
      for (const hash of new Set(hashes)) await release(hash)
    },

    sweep: (signal: AbortSignal): Promise<void> =>
      sweepUnreferenced(blobs, { ...references, release }, signal),
  }
}
