import type { Kysely, Selectable, Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Language } from '#ground/turn/language/language.ts'
import type { Tables } from '#ground/store/tables.ts'

export type MailRow = Selectable<Tables['account_mails']>
export type AccountMailKind = 'invitation' | 'reset' | 'password_changed'

type Db = Kysely<Tables> | Transaction<Tables>

export const MAX_DUE = 100

/** After this time, another process retries an attempt that has no result. */
const ATTEMPT_MS = 2 * 60_000
const DAY_MS = 24 * 60 * 60_000
/** The Console shows the outcome of an invitation's mail. */
const INVITATION_RETENTION_MS = 90 * DAY_MS

export interface NewMail {
  kind: AccountMailKind
  email: string
  language: Language
}

export async function queueMail(
  db: Db,
  mail: NewMail & { id?: string },
  now: EpochMs,
): Promise<{ id: string }> {
  const { id = newId(), ...columns } = mail
  await db
    .insertInto('account_mails')
    .values({ id, ...columns, state: 'waiting', attempts: 0, created_at_ms: now, due_at_ms: now })
    .execute()
  return { id }
}

export const readDueMails = (db: Db, now: EpochMs): Promise<MailRow[]> =>
  db
    .selectFrom('account_mails')
    .selectAll()
    .where('ended_at_ms', 'is', null)
    .where('due_at_ms', '<=', now)
    .orderBy('due_at_ms')
    .limit(MAX_DUE)
    .execute()

/** Reserves the mail for one attempt. Null if another process was first. */
export async function claimMail(
  db: Db,
  { id, due_at_ms: due, attempts }: MailRow,
  now: EpochMs,
): Promise<MailRow | null> {
  const claimed = await db
    .updateTable('account_mails')
    .set({ state: 'sending', attempts: attempts + 1, due_at_ms: now + ATTEMPT_MS })
    .where('id', '=', id)
    .where('due_at_ms', '=', due)
    .where('attempts', '=', attempts)
    .where('ended_at_ms', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return claimed ?? null
}

export const endMail = async (
  db: Db,
  id: string,
  end: { state: 'sent' | 'failed' | 'dropped'; reason: string | null },
  now: EpochMs,
): Promise<void> => {
  await db
    .updateTable('account_mails')
    .set({ ...end, ended_at_ms: now })
    .where('id', '=', id)
    .where('ended_at_ms', 'is', null)
    .execute()
}

export const delayMail = async (
  db: Db,
  id: string,
  next: { reason: string; due_at_ms: EpochMs },
): Promise<void> => {
  await db
    .updateTable('account_mails')
    .set({ ...next, state: 'waiting' })
    .where('id', '=', id)
    .where('ended_at_ms', 'is', null)
    .execute()
}

/** Deletes old mails, and links that expired long ago. */
export async function removeOldMails(db: Db, now: EpochMs): Promise<void> {
  const old = now - INVITATION_RETENTION_MS
  await db
    .deleteFrom('account_mails')
    .where('ended_at_ms', 'is not', null)
    .where(({ eb, or, and }) =>
      or([
        eb('ended_at_ms', '<', old),
        and([eb('kind', '!=', 'invitation'), eb('ended_at_ms', '<', now - DAY_MS)]),
      ]),
    )
    .execute()
  await db
    .deleteFrom('account_links')
    .where(({ eb, or, and }) =>
      or([
        eb('expires_at_ms', '<', old),
        and([eb('kind', '=', 'reset'), eb('expires_at_ms', '<', now - DAY_MS)]),
      ]),
    )
    .execute()
}
