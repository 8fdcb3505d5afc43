import { sql, type Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import { accountOf } from '#chatapp/accounts/accounts.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'
import type { Person } from './claims.ts'

type Identity = Pick<Person, 'issuer' | 'subject' | 'isVouched'>

export type Identities = ReturnType<typeof createIdentities>

/** Which account somebody is, by what their provider calls them for good. */
export function createIdentities({ store, clock }: { store: Store; clock: Clock }) {
  const add = (tx: Transaction<Tables>, { issuer, subject, isVouched }: Identity, accountId: string) =>
    tx
      .insertInto('chatapp_identities')
      .values({
        issuer,
        subject,
        user_id: accountId,
        is_vouched: isVouched ? 1 : 0,
        created_at: epochSeconds(clock),
      })
      .execute()

  return {
    add,

    async accountOf({ issuer, subject }: Identity): Promise<Account | null> {
      const row = await store.db
        .selectFrom('chatapp_identities')
        .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_identities.user_id')
        .selectAll('chatapp_users')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst()
      return accountOf(row)
    },

    /**
     * Make an account somebody's. If no provider ever said that its e-mail is its owner's, anybody may have made it in
     * their name and wait in it: then nothing opens it any more but this identity.
     *
     * @returns Whether a provider had said so.
     */
    link: (account: Account, identity: Identity, providerId: string): Promise<{ wasProven: boolean }> =>
      store.transaction(async (tx) => {
        // Whoever signs in twice at once is linked once.
        await lockAccount(tx, account.id)
        const others = await tx
          .selectFrom('chatapp_identities')
          .select(['issuer', 'subject', 'is_vouched'])
          .where('user_id', '=', account.id)
          .execute()
        const wasProven = others.some(({ is_vouched: isVouched }) => isVouched === 1)
        if (others.some(({ issuer, subject }) => issuer === identity.issuer && subject === identity.subject))
          return { wasProven }
        if (!wasProven) await takeBack(tx, account.id)
        await add(tx, identity, account.id)
        const oauth = { ...(wasProven ? account.oauth : null), [providerId]: { sub: identity.subject } }
        await tx
          .updateTable('chatapp_users')
          .set({ oauth: JSON.stringify(oauth), updated_at: epochSeconds(clock) })
          .where('id', '=', account.id)
          .execute()
        return { wasProven }
      }),
  }
}

/** All that opens an account, or that somebody else may have put into it to be told what its owner does. */
async function takeBack(tx: Transaction<Tables>, accountId: string): Promise<void> {
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
  // Programs that were let in at the MCP server, and those that are about to be.
  const signIns = tx.selectFrom('mcp_sign_ins').select('id').where('user_id', '=', accountId)
  await tx.deleteFrom('mcp_tokens').where('sign_in_id', 'in', signIns).execute()
  await tx.deleteFrom('mcp_sign_ins').where('user_id', '=', accountId).execute()
  await tx.deleteFrom('mcp_codes').where('user_id', '=', accountId).execute()
}
