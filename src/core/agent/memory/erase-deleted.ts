import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import type { Store } from '#ground/store/store.ts'

export interface EraseDeletedDeps {
  store: Pick<Store, 'db'>
  clock: Clock
  /** Erases the notes about a person that were saved until this time. */
  erase(person: string, until: number): Promise<void>
  onFailure(error: unknown): void
}

const POLL_INTERVAL_MS = 60_000
/** Clocks of instances may differ, so each poll reads recent erasures again. */
const OVERLAP_MS = 600_000

/** Erases notes about deleted accounts from the Hub's folder, also accounts that were deleted while the Hub was down. */
export function startErasingDeleted({ store, clock, erase, onFailure }: EraseDeletedDeps): AsyncDisposable {
  let readUntil = 0
  const work = async () => {
    const erasures = await store.db
      .selectFrom('memory_erasures')
      .selectAll()
      .where('erased_at_ms', '>', readUntil - OVERLAP_MS)
      .execute()
    for (const { person, erased_at_ms: until } of erasures) await erase(person, until)
    readUntil = Math.max(readUntil, ...erasures.map(({ erased_at_ms: at }) => at))
  }
  return startLoop({ clock, everyMs: POLL_INTERVAL_MS, work, onFailure })
}
