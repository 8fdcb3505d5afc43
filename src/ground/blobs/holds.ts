import type { Transaction } from 'kysely'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { BlobsAway } from './blobs.ts'

/** Bytes that nobody names are left alone for so long: their upload may be under way. */
export const HELD_MS = 86_400_000
/** Within so long a removal begins; after the second of them it is over, whatever became of it. */
const BEGINS_WITHIN_MS = 5000
const LEAVING_MS = 60_000
const LOOK_AGAIN_MS = 250
const ROWS_AT_ONCE = 500

export interface HoldsDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'now' | 'sleep'>
  /** Whose bytes. */
  area: string
}

/**
 * Who is about to name bytes, and who is about to remove them, said by one row of each hash before the bytes are put or
 * removed. So a server that stores bytes needs to compare nothing.
 */
export function createHolds({ store: { db }, clock, area }: HoldsDeps) {
  /** False while somebody removes the bytes. */
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
    /** Say that bytes are about to be put and named. Whoever removes them just then is waited for. */
    async take(hash: string): Promise<void> {
      while (!(await tryToTake(hash))) await clock.sleep(LOOK_AGAIN_MS)
    },

    /** Say so again, in the transaction that names them. @throws BlobsAway when they were removed since. */
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

    /** Say that bytes are about to be removed. @returns When that was said; null when they stay. */
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

    /** Hashes that nobody has been about to name for long enough. */
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
