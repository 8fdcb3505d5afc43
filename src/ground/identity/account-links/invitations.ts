import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { Language } from '#ground/turn/language/language.ts'
import type { Tables } from '#ground/store/tables.ts'
import { INVITATION_TTL_MS, tokenHash, tokenOf, type LinkRow } from './links.ts'
import { queueMail } from './outbox.ts'

type Db = Kysely<Tables> | Transaction<Tables>

/** Given to the person who accepts the invitation, not before. */
export const InvitationDetails = z.object({
  role: z.enum(['user', 'admin']),
  /** Ids of groups of the web chat. */
  groups: z.array(z.string()),
  grants: z.array(z.object({ hub: z.string(), permission: z.string(), expires_at: z.string().optional() })),
})
export type InvitationDetails = z.infer<typeof InvitationDetails>

export interface Invitation extends InvitationDetails {
  email: string
  /** E-mail of the person who invited, or who sent the invitation again. */
  invitedBy: string
  invitedAt: EpochMs
  expiresAt: EpochMs
}

export interface OpenInvitation extends Invitation {
  link: Pick<LinkRow, 'id' | 'token_hash'>
}

export interface InvitationWrite extends InvitationDetails {
  email: string
  invitedBy: string
  language: Language
  secret: string
  now: EpochMs
}

export const invitationId = (email: string): string => `invitation:${email}`

export const toInvitation = (row: LinkRow): OpenInvitation => ({
  ...InvitationDetails.parse(JSON.parse(row.details)),
  email: row.email,
  invitedBy: row.created_by ?? '',
  invitedAt: row.created_at_ms,
  expiresAt: row.expires_at_ms,
  link: { id: row.id, token_hash: row.token_hash },
})

/** Null without an invitation, and if it has expired. */
export async function findInvitation(db: Db, email: string, now: EpochMs): Promise<OpenInvitation | null> {
  const row = await db
    .selectFrom('account_links')
    .selectAll()
    .where('id', '=', invitationId(email))
    .where('expires_at_ms', '>', now)
    .executeTakeFirst()
  return row ? toInvitation(row) : null
}

/** Replaces an expired invitation. False, and nothing is stored, if the person has an open invitation. */
export async function addInvitation(tx: Transaction<Tables>, write: InvitationWrite): Promise<boolean> {
  const { id, ...row } = linkFor(write)
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('account_links')
    .values({ id, kind: 'invitation', account_id: null, ...row })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(row).where('account_links.expires_at_ms', '<=', write.now),
    )
    .executeTakeFirst()
  if (Number(numInsertedOrUpdatedRows) === 0) return false
  await queueInvitation(tx, write, row.mail_id)
  return true
}

/** The new link replaces the old link, and is valid for the whole time. False if there is no invitation. */
export async function renewInvitation(tx: Transaction<Tables>, write: InvitationWrite): Promise<boolean> {
  const { id, ...row } = linkFor(write)
  const { numUpdatedRows } = await tx
    .updateTable('account_links')
    .set(row)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await queueInvitation(tx, write, row.mail_id)
  return true
}

/** Ends the invitations that a person sent, because a blocked or deleted person must not admit other people. */
export async function endInvitationsBy(db: Db, invitedBy: string): Promise<void> {
  await db
    .deleteFrom('account_links')
    .where('kind', '=', 'invitation')
    .where('created_by', '=', invitedBy)
    .execute()
}

const queueInvitation = (tx: Transaction<Tables>, { email, language, now }: InvitationWrite, id: string) =>
  queueMail(tx, { id, kind: 'invitation', email, language }, now)

function linkFor({ email, invitedBy, role, groups, grants, secret, now }: InvitationWrite) {
  const mailId = newId()
  const details: InvitationDetails = { role, groups, grants }
  return {
    id: invitationId(email),
    email,
    mail_id: mailId,
    token_hash: tokenHash(tokenOf(secret, mailId)),
    details: JSON.stringify(details),
    created_by: invitedBy,
    created_at_ms: now,
    expires_at_ms: now + INVITATION_TTL_MS,
  }
}
