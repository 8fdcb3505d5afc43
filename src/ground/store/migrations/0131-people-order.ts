import { sql, type Kysely } from 'kysely'
import { databaseKind } from '../kind.ts'

export async function peopleOrder(db: Kysely<any>): Promise<void> {
  const text = databaseKind(db) === 'postgres' ? sql`text collate "C"` : sql`text`
  await sql`alter table people add column name_order ${text} not null default ''`.execute(db)
  await sql`create index people_by_name_order on people (name_order, subject)`.execute(db)
  for (const column of ['status', 'role'])
    await sql`create index ${sql.ref(`people_by_${column}_name_order`)}
      on people (${sql.ref(column)}, name_order, subject)`.execute(db)
  await sql`create index people_by_last_active on people ((coalesce(last_active_at, -1)), subject)`.execute(
    db,
  )
  await sql`create index people_by_created on people ((coalesce(created_at, -1)), subject)`.execute(db)
}
