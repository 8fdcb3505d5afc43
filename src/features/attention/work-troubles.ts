import { isoTime } from '#ground/base/clock.ts'
import { sql } from 'kysely'
import { item } from './item.ts'
import type { AttentionItem } from './schema.ts'
import type { AttentionDeps } from './use-troubles.ts'

const DAY_MS = 86_400_000
const MAX_WORKFLOWS = 200

/** Leaves out workflows that succeeded after their last failure. */
export async function readWorkTroubles(
  { store, clock }: AttentionDeps,
  hubs: readonly string[],
): Promise<AttentionItem[]> {
  if (hubs.length === 0) return []
  const rows = await store.db
    .selectFrom('runs')
    .where('hub', 'in', hubs)
    .where('queued_at_ms', '>=', clock.now() - DAY_MS)
    .groupBy(['hub', 'workflow'])
    .select(({ fn, eb }) => {
      const at = (status: string) =>
        fn.max(eb.case().when('status', '=', status).then(eb.ref('queued_at_ms')).end())
      const isRetried = eb.or([
        eb.and([eb('status', 'in', ['queued', 'running']), eb('failures', '>', 0)]),
        eb.and([eb('status', '=', 'failed'), eb('unsettled', '=', 1)]),
      ])
      return [
        'hub',
        'workflow',
        fn.count(eb.case().when('status', '=', 'failed').then(eb.ref('id')).end()).as('failed'),
        fn.count(eb.case().when(isRetried).then(eb.ref('id')).end()).as('retried'),
        at('failed').as('failed_at'),
        at('succeeded').as('succeeded_at'),
      ]
    })
    .having(({ fn, eb }) =>
      eb(fn.count(eb.case().when('status', '=', 'failed').then(eb.ref('id')).end()), '>', 0),
    )
    .orderBy(sql`failed_at`, 'desc')
    .limit(MAX_WORKFLOWS)
    .execute()
  return rows
    .filter(({ failed_at: failed, succeeded_at: done }) => done === null || (failed ?? 0) > done)
    .map(({ hub, workflow, failed, retried, failed_at: at }) =>
      item({
        kind: Number(retried) > 0 ? 'run_retrying' : 'run_failed',
        level: Number(retried) > 0 ? 'warning' : 'failure',
        hub,
        subject: workflow,
        count: Number(failed),
        since: at === null ? null : isoTime(at),
      }),
    )
}
