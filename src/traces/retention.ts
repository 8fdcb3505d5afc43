import type { Clock } from '#base/clock.ts'
import type { Store } from '#store/store.ts'

export interface RetentionDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  /** Days a trace is kept after its beginning. */
  days: number
  onFailure(error: unknown): void
}

const DAY_US = 86_400_000_000
const EVERY_MS = 3_600_000
/** Traces of one transaction: nobody waits long for it. */
const TRACES_AT_ONCE = 200

/** Remove what is too old, now and every hour. Disposing stops it. */
export function startRetention({ store, clock, days, onFailure }: RetentionDeps): AsyncDisposable {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      await removeBefore(store, clock.now() * 1000 - days * DAY_US, stopped.signal).catch(onFailure)
      await clock.sleep(EVERY_MS, stopped.signal).catch(() => {})
    }
  }
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      stopped.abort()
      await running
    },
  }
}

async function removeBefore(
  { db, transaction }: RetentionDeps['store'],
  us: number,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const old = await db
      .selectFrom('traces')
      .select('trace_id')
      .where('started_at_us', '<', us)
      .orderBy('started_at_us')
      .limit(TRACES_AT_ONCE)
      .execute()
    if (old.length === 0) return
    const ids = old.map(({ trace_id }) => trace_id)
    await transaction(async (tx) => {
      await tx.deleteFrom('trace_spans').where('trace_id', 'in', ids).execute()
      await tx.deleteFrom('traces').where('trace_id', 'in', ids).execute()
    })
  }
}
