import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'

const KEY = 'internal.primary_account'

export async function primaryId(db: Kysely<Tables>): Promise<string | null> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as string) : null
}

/** The first insert wins: on both databases, a concurrent insert waits and then finds the row. */
export async function claimPrimary(tx: Kysely<Tables>, id: string): Promise<boolean> {
  const claim = await tx
    .insertInto('chatapp_settings')
    .values({ key: KEY, value: JSON.stringify(id) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst()
  return Boolean(claim.numInsertedOrUpdatedRows)
}
