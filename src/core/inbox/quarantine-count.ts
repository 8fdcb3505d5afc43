import type { Clock } from '#ground/base/clock.ts'
import { startLoop, type Loop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'
import type { Inboxes } from './inbox.ts'

const POLL_INTERVAL_MS = 60_000

interface QuarantineCountDeps {
  hub: string
  inboxes: Pick<Inboxes, 'of' | 'names'>
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'sleep'>
  onFailure(error: unknown): void
}

/**
 * Stores the number of quarantined events in the Hub's row of the table `hubs`, because events may be in the Hub's
 * folder, which other processes cannot read. An unchanged count causes no SQL statement.
 */
export function startQuarantineCount({ hub, inboxes, store, clock, onFailure }: QuarantineCountDeps): Loop {
  let stored: number | null = null
  return startLoop({
    clock,
    everyMs: POLL_INTERVAL_MS,
    async work() {
      const names = await inboxes.names()
      const counts = await Promise.all(names.map((name) => inboxes.of(name).count('quarantined')))
      const quarantined = counts.reduce((sum, count) => sum + count, 0)
      if (quarantined === stored) return
      const { numUpdatedRows } = await store.db
        .updateTable('hubs')
        .set({ quarantined })
        .where('slug', '=', hub)
        .executeTakeFirst()
      // The row is missing until the Hub has stored its name for the first time.
      if (numUpdatedRows > 0n) stored = quarantined
    },
    onFailure,
  })
}
