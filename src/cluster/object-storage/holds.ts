import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'

/**
 * Holds of stored bytes: several instances upload and remove the same bytes, on an object storage without conditional
 * requests. `blob_holds` has one row for each hash.
 *
 * 1. Announce: before an upload, the row is inserted or its time renewed. While a removal is announced, this step
 *    waits.
 * 2. Put: the bytes are stored under their hash.
 * 3. Reference: the transaction that stores the reference renews the row. It fails if a removal was announced after
 *    step 1.
 * 4. Announce a removal: a transaction marks the row as leaving, if nothing references the hash and the row is older
 *    than `UNREFERENCED_RETENTION_MS`.
 * 5. Remove: the object is removed only within `REMOVE_WITHIN_MS` of step 4, so that a suspended process removes
 *    nothing late. Then the row is deleted. A mark older than `REMOVAL_TTL_MS` belongs to a crashed instance and is
 *    ignored.
 *
 * Invariant: referenced bytes are never removed.
 */

/** Unreferenced bytes are kept for this long, because their upload may be in progress. */
export const UNREFERENCED_RETENTION_MS = 86_400_000
const REMOVE_WITHIN_MS = 5000
const REMOVAL_TTL_MS = 60_000
const POLL_INTERVAL_MS = 250
const PAGE_ROWS = 500
const UPLOAD_EXPIRED =
  'the upload took more than a day, so its bytes were removed before they were referenced'

export interface BlobHoldsDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now' | 'sleep'>
  area: string
}

export function createBlobHolds({ store: { db }, clock, area }: BlobHoldsDeps) {
  /** False while another process removes the bytes. */
  const tryToAnnounceUpload = async (hash: string): Promise<boolean> => {
    const now = clock.now()
    const announced = await db
      .insertInto('blob_holds')
      .values({ area, hash, held_at_ms: now, leaving_at_ms: null })
      .onConflict((conflict) =>
        conflict
          .columns(['area', 'hash'])
          .doUpdateSet({ held_at_ms: now, leaving_at_ms: null })
          .where((row) =>
            row.or([
              row('blob_holds.leaving_at_ms', 'is', null),
              row('blob_holds.leaving_at_ms', '<', now - REMOVAL_TTL_MS),
            ]),
          ),
      )
      .returning('hash')
      .executeTakeFirst()
    return announced !== undefined
  }

  return {
    /** Step 1 above: announces an upload. Waits while another process removes the bytes. */
    async announceUpload(hash: string): Promise<void> {
      while (!(await tryToAnnounceUpload(hash))) await clock.sleep(POLL_INTERVAL_MS)
    },

    /**
     * Step 3 above: records a reference. @throws BlobStorageUnavailable if the bytes were removed since
     * `announceUpload`.
     */
    async reference(tx: Transaction<Tables>, hash: string): Promise<void> {
      const referenced = await tx
        .updateTable('blob_holds')
        .set({ held_at_ms: clock.now() })
        .where('area', '=', area)
        .where('hash', '=', hash)
        .where('leaving_at_ms', 'is', null)
        .returning('hash')
        .executeTakeFirst()
      if (!referenced) throw new BlobStorageUnavailable(UPLOAD_EXPIRED)
    },

    /** Step 4 above: announces a removal. @returns Time of the announcement; null if the bytes must be kept. */
    async announceRemoval(tx: Transaction<Tables>, hash: string): Promise<EpochMs | null> {
      const now = clock.now()
      const announced = await tx
        .updateTable('blob_holds')
        .set({ leaving_at_ms: now })
        .where('area', '=', area)
        .where('hash', '=', hash)
        .where('held_at_ms', '<', now - UNREFERENCED_RETENTION_MS)
        .where((row) =>
          row.or([row('leaving_at_ms', 'is', null), row('leaving_at_ms', '<', now - REMOVAL_TTL_MS)]),
        )
        .returning('hash')
        .executeTakeFirst()
      return announced ? now : null
    },

    isRemovalAllowed: (announcedAt: EpochMs): boolean => clock.now() - announcedAt < REMOVE_WITHIN_MS,

    /** Deletes the row of a removal. Call it after the object has been removed. */
    async finishRemoval(hash: string, announcedAt: EpochMs): Promise<void> {
      await db
        .deleteFrom('blob_holds')
        .where('area', '=', area)
        .where('hash', '=', hash)
        .where('leaving_at_ms', '=', announcedAt)
        .execute()
    },

    async *listUnreferenced(): AsyncGenerator<string> {
      for (let after = ''; ;) {
        const rows = await db
          .selectFrom('blob_holds')
          .select('hash')
          .where('area', '=', area)
          .where('hash', '>', after)
          .where('held_at_ms', '<', clock.now() - UNREFERENCED_RETENTION_MS)
          .orderBy('hash')
          .limit(PAGE_ROWS)
          .execute()
        for (const { hash } of rows) yield hash
        if (rows.length < PAGE_ROWS) return
        after = rows.at(-1)!.hash
      }
    },
  }
}
