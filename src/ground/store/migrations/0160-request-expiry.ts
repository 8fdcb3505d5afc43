import { sql, type Kysely } from 'kysely'

/** Finds the change requests that a person can still decide, or decided recently. */
export async function requestExpiry(db: Kysely<any>): Promise<void> {
  await sql`create index change_requests_by_expires_at_ms on change_requests (expires_at_ms, kind)`.execute(
    db,
  )
}
