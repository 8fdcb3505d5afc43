import { sql, type Kysely } from 'kysely'

export async function questionTurns(db: Kysely<any>): Promise<void> {
  await sql`create table question_turns (
    request_id text not null primary key,
    turn text not null,
    run_id text,
    run_step text
  )`.execute(db)
  await sql`create index question_turns_by_run_id on question_turns (run_id, run_step)`.execute(db)
}
