import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newOrderedId, sha256 } from '#ground/base/ids.ts'
import type { RateWindow } from '#ground/base/rate-limit.ts'
import type { Store } from '#ground/store/store.ts'

export interface AttemptLimit extends RateWindow {
  kind: string
  /**
   * IP address, email address or account. Stored as a hash, because some people type a password into the field for
   * the email address.
   */
  subject: string
}

/**
 * Counts failed attempts of all instances of a Postgres database. On SQLite, the methods do nothing, because the only
 * instance counts attempts in memory.
 */
export interface FailedAttempts {
  /** Returns whole seconds; 0 if an attempt is allowed now. Does not count an attempt. */
  secondsToWait(shares: readonly AttemptLimit[]): Promise<number>
  /** Await it before the response, so that the client's next attempt already takes this failure into account. */
  recordFailure(shares: readonly AttemptLimit[]): Promise<void>
}

const SWEEP_MS = 60_000
const MAX_SWEPT_ROWS = 1000

export function createFailedAttempts({
  store: { db, kind },
  clock,
}: {
  store: Pick<Store, 'db' | 'kind'>
  clock: Pick<Clock, 'now'>
}): FailedAttempts {
  if (kind === 'sqlite') return { secondsToWait: async () => 0, recordFailure: async () => {} }
  let sweptAt: EpochMs = 0

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
          .limit(MAX_SWEPT_ROWS)
          .forUpdate()
          .skipLocked(),
      )
      .execute()
  }

  return {
    async secondsToWait(shares) {
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
          const free = ends.get(subjectOf(share))?.at(-share.attempts)
          return free ? Math.ceil((free.until_ms - now) / 1000) : 0
        }),
      )
    },

    async recordFailure(shares) {
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

const subjectOf = ({ kind: of, subject: who }: AttemptLimit): string => sha256(`${of} ${who}`)
