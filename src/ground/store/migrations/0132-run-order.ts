import { sql, type Kysely } from 'kysely'

export async function runOrder(db: Kysely<any>): Promise<void> {
  await sql`alter table runs add column cost_micro_usd bigint`.execute(db)
  for (const column of ['run_as', 'requested_by'])
    await sql`create index ${sql.ref(`runs_by_${column}`)} on runs (${sql.ref(column)}, queued_at_ms, id, hub)
      where ${sql.ref(column)} is not null`.execute(db)
  const duration = sql`(coalesce(ended_at_ms - started_at_ms, -1))`
  const cost = sql`(coalesce(cost_micro_usd, -1))`
  await sql`create index runs_by_duration on runs (${duration}, id, hub)`.execute(db)
  await sql`create index runs_by_hub_duration on runs (hub, ${duration}, id)`.execute(db)
  await sql`create index runs_by_cost on runs (${cost}, id, hub)`.execute(db)
  await sql`create index runs_by_hub_cost on runs (hub, ${cost}, id)`.execute(db)
}
