import { sql, type Kysely, type Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import { readAccountRow } from '#chatapp/accounts/account.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'
import type { OpenidPerson } from './claims.ts'

type Identity = Pick<OpenidPerson, 'issuer' | 'subject' | 'isEmailVerified' | 'email'>

interface Linking {
  identity: Identity
  providerId: string
  mayLink: boolean
}

export type Identities = ReturnType<typeof createIdentities>

/**
 * An identity is an issuer and a subject, which the provider never assigns to another person.
 * 1. An account has at most one subject of an issuer. A second is refused even with the account's e-mail, because an
 *    e-mail may pass to another person.
 * 2. An administrator may release an account from an issuer. This removes the account's identity of the issuer and
 *    ends all sessions of the account. The next subject of the issuer with the account's verified e-mail is then linked.
 */
// oxlint-disable-next-line max-lines-per-function -- all these functions enforce the two rules above
export function createIdentities({ store, clock }: { store: Store; clock: Clock }) {
  const add = (
    tx: Transaction<Tables>,
    { issuer, subject, isEmailVerified, email }: Identity,
    accountId: string,
  ) =>
    tx
      .insertInto('chatapp_identities')
      .values({
        issuer,
        subject,
        user_id: accountId,
        is_vouched: isEmailVerified ? 1 : 0,
        created_at: epochSeconds(clock),
        email: isEmailVerified ? email : null,
      })
      .execute()

  return {
    add,

    async accountOf({ issuer, subject }: Pick<Identity, 'issuer' | 'subject'>): Promise<Account | null> {
      const row = await store.db
        .selectFrom('chatapp_identities')
        .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_identities.user_id')
        .selectAll('chatapp_users')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return readAccountRow(row)
    },

    mayLink: async (account: Account, linking: Linking): Promise<boolean> =>
      mayOpen(await heldBy(store.db, account.id), linking),

    /**
     * If no provider has ever verified the account's e-mail, a stranger may have created the account. `link` then
     * removes all earlier credentials.
     */
    link: (account: Account, linking: Linking): Promise<Result<{ wasProven: boolean }, 'email_taken'>> =>
      store.transaction(async (tx) => {
        await lockAccount(tx, account.id)
        const { identity, providerId } = linking
        const held = await heldBy(tx, account.id)
        if (!mayOpen(held, linking)) return refused('email_taken')
        const { identities, oauth: before } = held
        const wasProven = identities.some(({ is_vouched: isEmailVerified }) => isEmailVerified === 1)
        if (identities.some((one) => isSame(one, identity))) return accepted({ wasProven })
        if (!wasProven) await removeForeignCredentials(tx, account.id)
        await add(tx, identity, account.id)
        const oauth = { ...(wasProven ? before : null), [providerId]: { sub: identity.subject } }
        await tx
          .updateTable('chatapp_users')
          .set({ oauth: JSON.stringify(oauth), released_issuer: null, updated_at: epochSeconds(clock) })
          .where('id', '=', account.id)
          .execute()
        return accepted({ wasProven })
      }),

    /** An e-mail that the person changed in the web chat stays until the provider's e-mail changes. */
    async newEmailOf(account: Account, identity: Identity): Promise<string | null> {
      const { email, isEmailVerified } = identity
      if (email === null || !isEmailVerified || email === account.email) return null
      const rows = await store.db
        .selectFrom('chatapp_identities')
        .select(['issuer', 'subject', 'email'])
        .where('user_id', '=', account.id)
        .execute()
      const own = rows.find((one) => isSame(one, identity))
      if (!own) return null
      // If an earlier release stored no e-mail with the identity, the provider's e-mail counts only if the account has
      // no other identity.
      return (own.email === null ? rows.length === 1 : own.email !== email) ? email : null
    },

    async recordEmail(tx: Transaction<Tables>, identity: Identity, email: string): Promise<void> {
      await tx
        .updateTable('chatapp_identities')
        .set({ email })
        .where('issuer', '=', identity.issuer)
        .where('subject', '=', identity.subject)
        .execute()
    },

    listOf: (accountId: string) =>
      store.db
        .selectFrom('chatapp_identities')
        .select(['issuer', 'subject', 'email', 'created_at'])
        .where('user_id', '=', accountId)
        .orderBy('created_at')
        .orderBy('issuer')
        .execute(),

    release: (accountId: string, issuer: string): Promise<Result<void, 'identity_missing'>> =>
      store.transaction(async (tx) => {
        await lockAccount(tx, accountId)
        const { identities, oauth } = await heldBy(tx, accountId)
        const released = identities.filter((one) => one.issuer === issuer).map(({ subject }) => subject)
        if (released.length === 0) return refused('identity_missing')
        await tx
          .deleteFrom('chatapp_identities')
          .where('user_id', '=', accountId)
          .where('issuer', '=', issuer)
          .execute()
        await tx.deleteFrom('chatapp_sessions').where('user_id', '=', accountId).execute()
        const left = Object.entries(oauth ?? {}).filter(([, { sub }]) => !released.includes(sub))
        await tx
          .updateTable('chatapp_users')
          .set({
            oauth: left.length > 0 ? JSON.stringify(Object.fromEntries(left)) : null,
            released_issuer: issuer,
            updated_at: epochSeconds(clock),
          })
          .where('id', '=', accountId)
          .execute()
        return accepted(undefined)
      }),
  }
}

interface Held {
  identities: readonly { issuer: string; subject: string; is_vouched: number }[]
  oauth: Account['oauth']
  releasedIssuer: string | null
}

async function heldBy(db: Kysely<Tables>, accountId: string): Promise<Held> {
  const identities = await db
    .selectFrom('chatapp_identities')
    .select(['issuer', 'subject', 'is_vouched'])
    .where('user_id', '=', accountId)
    .execute()
  const row = await db
    .selectFrom('chatapp_users')
    .select(['oauth', 'released_issuer'])
    .where('id', '=', accountId)
    .executeTakeFirst()
  const oauth = row?.oauth ? (JSON.parse(row.oauth) as Account['oauth']) : null
  return { identities, oauth, releasedIssuer: row?.released_issuer ?? null }
}

const isSame = (one: Pick<Identity, 'issuer' | 'subject'>, other: Pick<Identity, 'issuer' | 'subject'>) =>
  one.issuer === other.issuer && one.subject === other.subject

/** Checks rules 1 and 2 of `createIdentities`. */
const mayOpen = ({ identities, releasedIssuer }: Held, { identity, mayLink }: Linking): boolean =>
  identities.every((one) => one.issuer !== identity.issuer || isSame(one, identity)) &&
  (mayLink || releasedIssuer === identity.issuer)

/** Removes everything that a stranger may have added to receive the owner's data. */
async function removeForeignCredentials(tx: Transaction<Tables>, accountId: string): Promise<void> {
  await tx.updateTable('chatapp_users').set({ password_hash: null }).where('id', '=', accountId).execute()
  for (const table of [
    'chatapp_identities',
    'chatapp_sessions',
    'chatapp_api_keys',
    'chatapp_recovery_codes',
    'chatapp_totp',
    'chatapp_passkeys',
    'chatapp_oauth_flows',
    'chatapp_oauth_sessions',
  ] as const)
    await sql`delete from ${sql.table(table)} where user_id = ${accountId}`.execute(tx)
  const signIns = tx.selectFrom('mcp_sign_ins').select('id').where('user_id', '=', accountId)
  await tx.deleteFrom('mcp_tokens').where('sign_in_id', 'in', signIns).execute()
  await tx.deleteFrom('mcp_sign_ins').where('user_id', '=', accountId).execute()
  await tx.deleteFrom('mcp_codes').where('user_id', '=', accountId).execute()
}
