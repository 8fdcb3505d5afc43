import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newOrderedId, sha256 } from '#ground/base/ids.ts'
import type { RateWindow } from '#ground/base/rate-limit.ts'
import type { Store } from '#ground/store/store.ts'

/** A client's share of failed attempts. */
export interface AttemptShare extends RateWindow {
  /** The attempted action, such as `sign-in of an e-mail`. */
  of: string
  /** An address, an e-mail or an account: kept as a hash, since people also type secrets in its place. */
  who: string
}

/** Attempts that failed, as all machines of a store count them. On SQLite there is one machine, which counts in memory. */
export interface FailedAttempts {
  /** Whole seconds to wait by any of these; 0 when an attempt is allowed. Costs no write. */
  waitFor(shares: readonly AttemptShare[]): Promise<number>
  /** Records a failure. Await it before responding: an uncounted attempt must not get a response. */
  note(shares: readonly AttemptShare[]): Promise<void>
}

const SWEEP_MS = 60_000
const SWEPT_AT_ONCE = 1000

export function createFailedAttempts({
  store: { db, kind },
  clock,
}: {
  store: Pick<Store, 'db' | 'kind'>
  clock: Pick<Clock, 'now'>
}): FailedAttempts {
  if (kind === 'sqlite') return { waitFor: async () => 0, note: async () => {} }
  let sweptAt: EpochMs = 0

  /** Expired entries. Rows that another machine sweeps right now are left to it. */
  const sweep = async (now: EpochMs) => {
    if (now - sweptAt < SWEEP_MS) return
    sweptAt = now
    await db
      .deleteFrom('failed_attempts')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('failed_attempts')
          .select('id')
          .where('until_ms', '<=', now)
          .limit(SWEPT_AT_ONCE)
          .forUpdate()
          .skipLocked(),
      )
      .execute()
  }

  return {
    async waitFor(shares) {
      const now = clock.now()
      const rows = await db
        .selectFrom('failed_attempts')
        .select(['subject', 'until_ms'])
        .where('subject', 'in', shares.map(subjectOf))
        .where('until_ms', '>', now)
        .orderBy('until_ms')
        .execute()
      const ends = Map.groupBy(rows, ({ subject }) => subject)
      return Math.max(
        0,
        ...shares.map((share) => {
          // Those under way at several machines may have failed beyond the share.
          const free = ends.get(subjectOf(share))?.at(-share.attempts)
          return free ? Math.ceil((free.until_ms - now) / 1000) : 0
        }),
      )
    },

    async note(shares) {
      const now = clock.now()
      await db
        .insertInto('failed_attempts')
        .values(
          shares.map((share) => ({
            id: newOrderedId(),
            subject: subjectOf(share),
            until_ms: now + share.windowSeconds * 1000,
          })),
        )
        .execute()
      await sweep(now)
    },
  }
}

const subjectOf = ({ of, who }: AttemptShare): string => sha256(`${of} ${who}`)
