import type { Selectable } from 'kysely'
import { invitationId, toInvitation } from '#ground/identity/account-links/invitations.ts'
import type { LinkRow } from '#ground/identity/account-links/links.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { InvitationView, MailState } from './schema.ts'

type MailRow = Selectable<Tables['account_mails']>

/** @param invitedBy Null for the invitations of everyone */
export async function listInvitations(
  { db }: Pick<Store, 'db'>,
  invitedBy: string | null,
  { offset, limit, now }: { offset: number; limit: number; now: EpochMs },
): Promise<{ items: InvitationView[]; total: number }> {
  let all = db.selectFrom('account_links').where('kind', '=', 'invitation')
  if (invitedBy !== null) all = all.where('created_by', '=', invitedBy)
  const { total } = await all
    .select((select) => select.fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await all
    .selectAll()
    .orderBy('created_at_ms', 'desc')
    .orderBy('id')
    .offset(offset)
    .limit(limit)
    .execute()
  return { items: await viewsOf(db, rows, now), total: Number(total) }
}

export async function readInvitation(
  { db }: Pick<Store, 'db'>,
  email: string,
  now: EpochMs,
): Promise<InvitationView | null> {
  const rows = await db
    .selectFrom('account_links')
    .selectAll()
    .where('id', '=', invitationId(email))
    .execute()
  return (await viewsOf(db, rows, now))[0] ?? null
}

async function viewsOf(db: Store['db'], rows: readonly LinkRow[], now: EpochMs): Promise<InvitationView[]> {
  const mails = await mailsOf(
    db,
    rows.map(({ mail_id: id }) => id),
  )
  return rows.map((row) => {
    const { link: _, ...invitation } = toInvitation(row)
    const { invitedBy: by, invitedAt, expiresAt, ...details } = invitation
    const mail = mails.get(row.mail_id)
    return {
      ...details,
      grants: details.grants.map(({ hub, permission, expires_at: end }) => ({
        hub,
        permission,
        ...(end !== undefined && { expires_at: new Date(end).toISOString() }),
      })),
      invited_by: by,
      invited_at: timeOf(invitedAt),
      expires_at: timeOf(expiresAt),
      is_expired: expiresAt <= now,
      mail: mail ? mailState(mail) : null,
    }
  })
}

async function mailsOf(db: Store['db'], ids: readonly string[]): Promise<ReadonlyMap<string, MailRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('account_mails').selectAll().where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

const mailState = ({
  state,
  attempts,
  reason,
  ended_at_ms: endedAt,
  due_at_ms: dueAt,
}: MailRow): MailState => {
  const isOver = endedAt !== null
  return {
    state: state === 'sent' ? 'sent' : isOver ? 'failed' : 'waiting',
    attempts,
    reason,
    at: isOver ? timeOf(endedAt) : null,
    next_at: !isOver && reason !== null ? timeOf(dueAt) : null,
  }
}

const timeOf = (at: EpochMs): string => new Date(at).toISOString()
