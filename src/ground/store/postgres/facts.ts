import { sql, type Kysely } from 'kysely'
import type { Tables } from '../tables.ts'

export interface ServerFacts {
  connections: number
  used: number
  standbys: boolean
}

export async function serverFacts(db: Kysely<Tables>): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('max_connections')::int as connections,
      (select count(*) from pg_stat_activity where backend_type = 'client backend') as used,
      current_setting('synchronous_standby_names') <> '' as standbys`.execute(db)
  return rows[0]!
}
