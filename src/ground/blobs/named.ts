import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Blobs, ReceivedBlob } from './blobs.ts'
import { sweepUnnamed, type BlobReferences } from './sweeps.ts'

/** Rows that reference bytes, and those that announce a reference. */
export interface Naming extends Omit<BlobReferences, 'release'> {
  /** Take the row of a hash, making it first, until the transaction ends. */
  hold(tx: Transaction<Tables>, hash: string): Promise<unknown>
  isNamed(tx: Transaction<Tables>, hash: string): Promise<boolean>
  /** Remove the row of a hash. */
  forget(tx: Transaction<Tables>, hash: string): Promise<unknown>
}

export interface NamedDeps {
  blobs: Blobs
  store: Pick<Store, 'transaction'>
  naming: Naming
}

export type NamedBlobs = ReturnType<typeof createNamed>

/**
 * Bytes referenced by rows, which several processes may use at once. Adding and removing a reference requires
 * the lock of the hash's row, so referenced bytes are never removed.
 */
export function createNamed({ blobs, store, naming }: NamedDeps) {
  const release = async (hash: string): Promise<void> => {
    const removed = await store.transaction(async (tx) => {
      await naming.hold(tx, hash)
      if (await naming.isNamed(tx, hash)) return null
      const removal = await blobs.remove(tx, hash)
      await naming.forget(tx, hash)
      return removal
    })
    await removed?.()
  }

  return {
    /** Give brought bytes for good, in the transaction that names them. */
    async keep(tx: Transaction<Tables>, received: ReceivedBlob): Promise<void> {
      await naming.hold(tx, received.hash)
      await received.keep(tx)
    },

    /** Remove bytes that no row names any more. */
    async release(hashes: Iterable<string>): Promise<void> {
      for (const hash of new Set(hashes)) await release(hash)
    },

    /** Removes bytes that were never referenced by a row. */
    sweep: (signal: AbortSignal): Promise<void> => sweepUnnamed(blobs, { ...naming, release }, signal),
  }
}
