import type { Selectable } from 'kysely'
import { z } from 'zod'
import type { EpochMs } from '#ground/base/clock.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import type { NoticeTables } from '#ground/store/notice-tables.ts'
import type { Store } from '#ground/store/store.ts'
import { AttentionItem } from '../schema.ts'
import { NoticeCause } from './schema.ts'
import type { NoticedItem } from './plan.ts'

export type LetterRow = Selectable<NoticeTables['notice_letters']>
export type WayRow = Selectable<NoticeTables['notice_ways']>

type Db = Store['db']

/** An attempt without a result counts as interrupted after this time, and another process retries it. */
const ATTEMPT_MS = 2 * 60_000
export const MAX_DUE = 100

/** Interval at which the channel's result for a letter in state `handed` is read. */
export const POLL_HANDED_MS = 60_000

const Noticed = z.object({ cause: NoticeCause, item: AttentionItem })

/** Leaves out items that cannot be parsed, for example because another release stored them. */
export const noticedIn = ({ items }: LetterRow): NoticedItem[] =>
  z
    .array(z.unknown())
    .parse(JSON.parse(items))
    .flatMap((one) => Noticed.safeParse(one).data ?? [])

export async function addLetters(
  db: Db,
  { email, ways, items }: { email: string; ways: readonly string[]; items: readonly NoticedItem[] },
  now: EpochMs,
): Promise<void> {
  if (ways.length === 0 || items.length === 0) return
  await db
    .insertInto('notice_letters')
    .values(
      ways.map((way) => ({
        id: newOrderedId(),
        email,
        way_id: way,
        items: JSON.stringify(items),
        state: 'waiting',
        attempts: 0,
        created_at_ms: now,
        due_at_ms: now,
      })),
    )
    .execute()
}

export const readDueLetters = (db: Db, now: EpochMs): Promise<LetterRow[]> =>
  db
    .selectFrom('notice_letters')
    .selectAll()
    .where('ended_at_ms', 'is', null)
    .where('due_at_ms', '<=', now)
    .orderBy('due_at_ms')
    .limit(MAX_DUE)
    .execute()

/** Reserves the letter for one attempt, or for one check of the channel's result. Null if another process was first. */
export async function claimLetter(
  db: Db,
  { id, due_at_ms: due, attempts, state }: LetterRow,
  now: EpochMs,
): Promise<LetterRow | null> {
  const claimed = await db
    .updateTable('notice_letters')
    .set({
      state: state === 'handed' ? state : 'sending',
      attempts: attempts + 1,
      due_at_ms: now + ATTEMPT_MS,
    })
    .where('id', '=', id)
    .where('due_at_ms', '=', due)
    .where('attempts', '=', attempts)
    .where('ended_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}

export const endLetter = async (
  db: Db,
  id: string,
  end: { state: 'sent' | 'failed' | 'dropped'; reason: string | null },
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable('notice_letters')
    .set({ ...end, ended_at_ms: now })
    .where('id', '=', id)
    .execute()
}

export const delayLetter = async (
  db: Db,
  id: string,
  next: { state: 'waiting' | 'handed'; reason: string | null; due_at_ms: EpochMs },
): Promise<void> => {
  await db.updateTable('notice_letters').set(next).where('id', '=', id).execute()
}

export const removeOldLetters = async (db: Db, before: EpochMs): Promise<void> => {
  await db.deleteFrom('notice_letters').where('ended_at_ms', '<', before).execute()
}

export const readWays = (db: Db, email: string): Promise<WayRow[]> =>
  db
    .selectFrom('notice_ways')
    .selectAll()
    .where('email', '=', email)
    .orderBy('created_at_ms')
    .orderBy('id')
    .execute()

export async function readWay(db: Db, id: string): Promise<WayRow | null> {
  return (await db.selectFrom('notice_ways').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}
