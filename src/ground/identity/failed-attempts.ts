import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newOrderedId, sha256 } from '#ground/base/ids.ts'
import type { RateWindow } from '#ground/base/rate-limit.ts'
import type { Store } from '#ground/store/store.ts'

export interface AttemptShare extends RateWindow {
  /** Kind of attempt, such as `sign-in of an e-mail`. */
  of: string
  /** IP address, email address or account. Stored as a hash, because people also type secrets into these fields. */
  who: string
}

/** Counts for all instances of a database. Does nothing on SQLite, whose only instance counts in memory. */
export interface FailedAttempts {
  /** Whole seconds; 0: an attempt is allowed. Writes nothing. */
  waitFor(shares: readonly AttemptShare[]): Promise<number>
  /** Await it before the response, so that each response is counted. */
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

  /** Skips rows that another instance is deleting. */
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
          // Concurrent attempts at several instances may exceed the limit.
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
