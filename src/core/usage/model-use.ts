import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface UsedModel {
  hub: string
  model: string
  turns: number
  failed: number
  lastAt: EpochMs
  lastFailedAt: EpochMs | null
}

/** Last used first. */
export async function readModelUse(
  { db }: Pick<Store, 'db'>,
  hubs: readonly string[],
  since: EpochMs,
): Promise<UsedModel[]> {
  if (hubs.length === 0) return []
  const rows = await db
    .selectFrom('usage_turns')
    .where('hub', 'in', hubs)
    .where('started_at_ms', '>=', since)
    .groupBy(['hub', 'model'])
    .select(({ fn, eb }) => {
      const failedAt = eb.case().when('outcome', '=', 'failed').then(eb.ref('started_at_ms')).end()
      return [
        'hub',
        'model',
        fn.countAll().as('turns'),
        fn.count(failedAt).as('failed'),
        fn.max('started_at_ms').as('last_at'),
        fn.max(failedAt).as('last_failed_at'),
      ]
    })
    .execute()
  return rows
    .map(({ hub, model, turns, failed, last_at: last, last_failed_at: lastFailed }) => ({
      hub,
      model,
      turns: Number(turns),
      failed: Number(failed),
      lastAt: last,
      lastFailedAt: lastFailed,
    }))
    .toSorted((one, other) => other.lastAt - one.lastAt)
}
