import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

const KEY = 'internal.primary_account'

/** Id of the first account; null while there is none. */
export async function primaryId(db: Kysely<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as string) : null
}

/**
 * Becomes the first account. The first to insert the row wins: on both databases, a racing insert waits for
 * it and then finds it.
 *
 * @returns Whether `id` is now the first account.
 */
export async function claimPrimary(tx: Kysely<Tables>, id: string): Promise<boolean> {
  const claim = await tx
    .insertInto('chatapp_settings')
    .values({ key: KEY, value: JSON.stringify(id) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return Boolean(claim.numInsertedOrUpdatedRows)
}
