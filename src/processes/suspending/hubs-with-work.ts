import { hubsWithOpenCalls } from '#features/changes/open-calls.ts'
import { hubsWithOpenMessages } from '#features/messaging/open-messages.ts'
import { hubsWithOpenRuns } from '#features/work/runs/open-runs.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export async function hubsWithWork(
  store: Pick<Store, 'db'>,
  hubs: readonly string[],
  now: EpochMs,
): Promise<ReadonlySet<string>> {
  if (hubs.length === 0) return new Set()
  const openRuns = (one: Pick<Store, 'db'>, of: readonly string[]) => hubsWithOpenRuns(one, of, now)
  const queries = [openRuns, hubsWithOpenCalls, hubsWithOpenMessages]
  return new Set((await Promise.all(queries.map((query) => query(store, hubs)))).flat())
}
