import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

const KEY = 'internal.passwords_until'

export const REOPENED_SECONDS = 3600

/** Permits sign-in by password for an hour, in case the provider is unavailable. */
export async function reopenPasswords({ db }: Pick<Store, 'db'>, clock: Clock): Promise<void> {
  const value = JSON.stringify(epochSeconds(clock) + REOPENED_SECONDS)
  await db
    .insertInto('chatapp_settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function arePasswordsReopened({ db }: Pick<Store, 'db'>, clock: Clock): Promise<boolean> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row !== undefined && (JSON.parse(row.value) as number) > epochSeconds(clock)
}
