import { sql, type Kysely } from 'kysely'

export async function questionTurns(db: Kysely<any>): Promise<void> {
  await sql`create table question_turns (request_id text not null primary key, turn text not null)`.execute(db)
}
