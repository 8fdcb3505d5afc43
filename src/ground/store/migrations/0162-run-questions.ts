import { sql, type Kysely } from 'kysely'

/** Names the change request with the question that a paused run waits for. */
export async function runQuestions(db: Kysely<any>): Promise<void> {
  await sql`alter table runs add column question_id text`.execute(db)
}
