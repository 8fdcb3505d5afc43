import { sql, type Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

const DAY_MS = 86_400_000

/** Epoch milliseconds; both ends are included. */
export interface Span {
  since: number
  until: number
}

const SUMS = [
  sql<number>`count(*)`.as('turns'),
  sql<number>`coalesce(sum(input_tokens), 0)`.as('input'),
  sql<number>`coalesce(sum(output_tokens), 0)`.as('output'),
  sql<number>`count(distinct chat_id)`.as('chats'),
  sql<number>`count(distinct email)`.as('people'),
] as const

const turnsIn = (db: Kysely<Tables>, { since, until }: Span, email?: string) => {
  const turns = db
    .selectFrom('usage_turns')
    .where('surface', '=', 'chatapp')
    .where('started_at_ms', '>=', since)
    .where('started_at_ms', '<=', until)
  return email === undefined
    ? turns.where('hub', 'in', (select) => select.selectFrom('hubs').select('slug'))
    : turns.where('email', '=', email)
}

export const sumTurns = (db: Kysely<Tables>, span: Span, email?: string) =>
  turnsIn(db, span, email)
    .select(SUMS)
    .select(sql<number>`count(distinct hub)`.as('hubs'))
    .executeTakeFirstOrThrow()

export const turnsByHub = (db: Kysely<Tables>, span: Span, email?: string) =>
  turnsIn(db, span, email)
    .select(['hub', ...SUMS])
    .groupBy('hub')
    .orderBy('turns', 'desc')
    .orderBy('hub')
    .execute()

export const turnsByPerson = (db: Kysely<Tables>, span: Span, limit: number) =>
  turnsIn(db, span)
    .select(['email', ...SUMS])
    .where('email', 'is not', null)
    .groupBy('email')
    .orderBy('turns', 'desc')
    .orderBy('email')
    .limit(limit)
    .execute()

export async function turnsByDay(db: Kysely<Tables>, span: Span, email?: string) {
  const day = sql<number>`started_at_ms - started_at_ms % ${sql.lit(DAY_MS)}`
  const rows = await turnsIn(db, span, email)
    .select(['hub', day.as('day'), ...SUMS])
    .groupBy(['hub', day])
    .orderBy('day')
    .orderBy('hub')
    .execute()
  return [...Map.groupBy(rows, (row) => row.day)].map(([at, agents]) => ({
    at,
    agents,
  }))
}
export type CountedDay = Awaited<ReturnType<typeof turnsByDay>>[number]
