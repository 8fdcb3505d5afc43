import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { BlobsAway } from '#ground/blobs/blobs.ts'

/**
 * Holds of stored bytes: uploads and removals of the same bytes by several instances, on an object storage without
 * conditional requests. `blob_holds` has one row for each hash.
 *
 * 1. Announce: before bytes are put, the row is inserted or its time renewed. While a removal is announced, this waits.
 * 2. Put: the bytes are stored under their hash.
 * 3. Reference: the transaction that stores the reference renews the row. It fails where a removal was announced since.
 * 4. Announce a removal: a transaction marks the row as leaving, if nothing references the hash and the row is older than
 *    `HELD_MS`.
 * 5. Remove: the object is removed only within `BEGINS_WITHIN_MS` of step 4, so an instance that stood still removes nothing
 *    late. Then the row is deleted. A mark older than `LEAVING_MS` belongs to an instance that died, and counts as none.
 *
 * Invariant: referenced bytes are never removed.
 */

/** Unreferenced bytes are kept for this long: their upload may be in progress. */
export const HELD_MS = 86_400_000
/** Time within which a removal begins; after twice this time it is over, with any result. */
const BEGINS_WITHIN_MS = 5000
const LEAVING_MS = 60_000
const POLL_INTERVAL_MS = 250
const ROWS_AT_ONCE = 500

export interface BlobHoldsDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Owner of the bytes. */
  area: string
}

/**
 * Records who is about to reference bytes, and who is about to remove them, in one row of each hash, before
 * the bytes are put or removed. So an object storage server needs no conditional requests.
 */
export function createBlobHolds({ store: { db }, clock, area }: BlobHoldsDeps) {
  /** False while another process removes the bytes. */
  const tryToTake = async (hash: string): Promise<boolean> => {
    const now = clock.now()
    const taken = await db
      .insertInto('blob_holds')
      .values({ area, hash, held_at_ms: now, leaving_at_ms: null })
      .onConflict((conflict) =>
        conflict
          .columns(['area', 'hash'])
          .doUpdateSet({ held_at_ms: now, leaving_at_ms: null })
          .where((row) =>
            row.or([
              row('blob_holds.leaving_at_ms', 'is', null),
              row('blob_holds.leaving_at_ms', '<', now - LEAVING_MS),
            ]),
          ),
      )
      .returning('hash')
      .executeTakeFirst()
    return taken !== undefined
  }

  return {
    /** Announces that bytes will be put and referenced. Waits for a concurrent removal. */
    async take(hash: string): Promise<void> {
      while (!(await tryToTake(hash))) await clock.sleep(POLL_INTERVAL_MS)
    },

    /**
     * Confirms it in the transaction that references them.
     * @throws BlobsAway when they were removed since.
     */
    async keep(tx: Transaction<Tables>, hash: string): Promise<void> {
      const kept = await tx
        .updateTable('blob_holds')
        .set({ held_at_ms: clock.now() })
        .where('area', '=', area)
        .where('hash', '=', hash)
        .where('leaving_at_ms', 'is', null)
        .returning('hash')
        .executeTakeFirst()
      if (!kept)
        throw new BlobsAway('the bytes were removed before anything named them: the upload took a day')
    },

    /** Announces the removal of bytes. @returns Time of the announcement; null when they stay. */
    async leave(tx: Transaction<Tables>, hash: string): Promise<EpochMs | null> {
      const now = clock.now()
      const leaving = await tx
        .updateTable('blob_holds')
        .set({ leaving_at_ms: now })
        .where('area', '=', area)
        .where('hash', '=', hash)
        .where('held_at_ms', '<', now - HELD_MS)
        .where((row) =>
          row.or([row('leaving_at_ms', 'is', null), row('leaving_at_ms', '<', now - LEAVING_MS)]),
        )
        .returning('hash')
        .executeTakeFirst()
      return leaving ? now : null
    },

    /** Whether the bytes may be removed still. */
    isStillLeaving: (leavingAt: EpochMs): boolean => clock.now() - leavingAt < BEGINS_WITHIN_MS,

    /** The bytes are removed. */
    async end(hash: string, leavingAt: EpochMs): Promise<void> {
      await db
        .deleteFrom('blob_holds')
        .where('area', '=', area)
        .where('hash', '=', hash)
        .where('leaving_at_ms', '=', leavingAt)
        .execute()
    },

    /** Hashes without a recent announcement. */
    async *old(): AsyncGenerator<string> {
      for (let after = ''; ;) {
        const rows = await db
          .selectFrom('blob_holds')
          .select('hash')
          .where('area', '=', area)
          .where('hash', '>', after)
          .where('held_at_ms', '<', clock.now() - HELD_MS)
          .orderBy('hash')
          .limit(ROWS_AT_ONCE)
          .execute()
        for (const { hash } of rows) yield hash
        if (rows.length < ROWS_AT_ONCE) return
        after = rows.at(-1)!.hash
      }
    },
  }
}
