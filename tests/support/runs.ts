import { sql } from 'kysely'
import type { Store } from '#ground/store/store.ts'

export const T0 = Date.UTC(2026, 0, 1)

export async function seedRuns({ db }: Store, count: number): Promise<void> {
  await sql`
    with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(count - 1)})
    insert into runs (hub, id, workflow, trigger, status, outcome, inputs, unsettled, excused, queued_at_ms,
      started_at_ms, ended_at_ms, cost_micro_usd, run_as, requested_by)
    select 'hub-' || (i % 10), 'run-' || (i / 3), case when i % 4 = 0 then 'water' else 'weed' end, 'manual',
      case when i % 5 = 0 then 'failed' else 'succeeded' end, 'done', '{}', 0, 0,
      ${sql.lit(T0)} + (i / 3) * 1000, ${sql.lit(T0)} + (i / 3) * 1000, ${sql.lit(T0)} + (i / 3) * 1000 + i % 7,
      case when i % 3 > 0 then i % 11 end, case when i % 20 = 0 then 'ann@example.com' end,
      case when i % 30 = 0 then 'ann@example.com' when i % 40 = 1 then 'bob@example.com' end
    from n`.execute(db)
}
