import { sql, type Kysely } from 'kysely'

export async function traceOrder(db: Kysely<any>): Promise<void> {
  await sql`alter table traces add column tokens bigint not null default 0`.execute(db)
  const duration = sql`(ended_at_us - started_at_us)`
  await sql`create index traces_by_duration on traces (${duration}, trace_id, hub)`.execute(db)
  await sql`create index traces_by_hub_duration on traces (hub, ${duration}, trace_id)`.execute(db)
  await sql`create index traces_by_tokens on traces (tokens, trace_id, hub)`.execute(db)
  await sql`create index traces_by_hub_tokens on traces (hub, tokens, trace_id)`.execute(db)
}
