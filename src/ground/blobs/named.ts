import type { Transaction } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Blobs, ReceivedBlob } from './blobs.ts'
import { sweepUnnamed, type BlobReferences } from './sweeps.ts'

/** Rows that reference blobs, or that reserve a hash for a coming reference. */
export interface Naming extends Omit<BlobReferences, 'release'> {
  /** Locks the row of a hash until the transaction ends; inserts a missing row. */
  hold(tx: Transaction<Tables>, hash: string): Promise<unknown>
  isNamed(tx: Transaction<Tables>, hash: string): Promise<boolean>
  forget(tx: Transaction<Tables>, hash: string): Promise<unknown>
}

export interface NamedDeps {
  blobs: Blobs
  store: Pick<Store, 'transaction'>
  naming: Naming
}

export type NamedBlobs = ReturnType<typeof createNamed>

/** Adding and removing a reference requires the lock of the hash's row, so referenced blobs are never removed. */
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
    /** Call it in the transaction that inserts the reference. */
    async keep(tx: Transaction<Tables>, received: ReceivedBlob): Promise<void> {
      await naming.hold(tx, received.hash)
      await received.keep(tx)
    },

    /** Removes only blobs without reference. */
    async release(hashes: Iterable<string>): Promise<void> {
      for (const hash of new Set(hashes)) await release(hash)
    },

    sweep: (signal: AbortSignal): Promise<void> => sweepUnnamed(blobs, { ...naming, release }, signal),
  }
}
