import type { Kysely, Selectable, Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { sign } from '#ground/base/signing.ts'
import type { Tables } from '#ground/store/tables.ts'

export type LinkRow = Selectable<Tables['account_links']>
export type LinkKind = 'invitation' | 'reset'

type Db = Kysely<Tables> | Transaction<Tables>

export const RESET_TTL_MS = 60 * 60_000
export const INVITATION_TTL_MS = 7 * 24 * 60 * 60_000

/**
 * 256 bits. The token depends on the service's secret and the random id of the mail, so a repeated attempt sends the
 * same link although the database stores only the token's hash.
 */
export const tokenOf = (secret: string, mailId: string): string => sign(secret, `account link ${mailId}`)

export const tokenHash = (token: string): string => sha256(token)

/** The fragment of an address reaches neither servers, logs nor other sites. */
export const linkOf = (publicUrl: string, kind: LinkKind, token: string): string =>
  `${publicUrl}/auth#${kind}=${token}`

/** Null for a link that was used, replaced or withdrawn, or that has expired. */
export async function findLink(
  db: Db,
  { token, kind, now }: { token: string; kind: LinkKind; now: EpochMs },
): Promise<LinkRow | null> {
  const row = await db
    .selectFrom('account_links')
    .selectAll()
    .where('token_hash', '=', tokenHash(token))
    .where('kind', '=', kind)
    .where('expires_at_ms', '>', now)
    .executeTakeFirst()
  return row ?? null
}

/** False if another request used, replaced or withdrew the link. Of several concurrent requests, one succeeds. */
export async function useLink(
  tx: Transaction<Tables>,
  { id, token_hash: hash }: Pick<LinkRow, 'id' | 'token_hash'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account_links')
    .where('id', '=', id)
    .where('token_hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Each attempt to send a mail renews the hour, so that a slow mail server does not shorten it. */
export async function storeResetLink(
  db: Db,
  { mailId, email, accountId, hash, now }: ResetLink,
): Promise<void> {
  const expires_at_ms = now + RESET_TTL_MS
  await db
    .insertInto('account_links')
    .values({
      id: mailId,
      kind: 'reset',
      email,
      account_id: accountId,
      mail_id: mailId,
      token_hash: hash,
      details: '{}',
      created_by: null,
      created_at_ms: now,
      expires_at_ms,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ expires_at_ms }))
    .execute()
}

interface ResetLink {
  mailId: string
  email: string
  accountId: string
  hash: string
  now: EpochMs
}

/** Ends all reset links of an account, and the mails that would bring further links. */
export async function endResets(
  tx: Transaction<Tables>,
  { accountId, email }: { accountId: string; email: string },
  now: EpochMs,
): Promise<void> {
  await tx
    .deleteFrom('account_links')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'reset')
    .execute()
  await tx
    .updateTable('account_mails')
    .set({ state: 'dropped', ended_at_ms: now })
    .where('email', '=', email)
    .where('kind', '=', 'reset')
    .where('ended_at_ms', 'is', null)
    .execute()
}
