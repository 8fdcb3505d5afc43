import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'

const INTERVAL_MS = 3_600_000

export function startResponseRetention(deps: {
  store: Pick<Store, 'db'>
  clock: Clock
  hub: string
  retentionMs: number
  onFailure(error: unknown): void
}): AsyncDisposable {
  const { store, clock, hub, retentionMs, onFailure } = deps
  const removeLapsed = () =>
    store.db
      .deleteFrom('stored_responses')
      .where('hub', '=', hub)
      .where('used_at_ms', '<=', clock.now() - retentionMs)
      .execute()
  return startLoop({ clock, everyMs: INTERVAL_MS, work: removeLapsed, onFailure })
}
