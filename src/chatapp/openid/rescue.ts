import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

const KEY = 'internal.passwords_until'

/** Time for which passwords work again after the terminal command. */
export const REOPENED_SECONDS = 3600

/** Let passwords sign in for an hour, though that is switched off: the way back in when a provider is away. */
export async function reopenPasswords({ db }: Pick<Store, 'db'>, clock: Clock): Promise<void> {
  const value = JSON.stringify(epochSeconds(clock) + REOPENED_SECONDS)
  await db
    .insertInto('chatapp_settings')
    .values({ key: KEY, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** True if password sign-in was reopened at the terminal less than an hour ago. */
export async function arePasswordsReopened({ db }: Pick<Store, 'db'>, clock: Clock): Promise<boolean> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row !== undefined && (JSON.parse(row.value) as number) > epochSeconds(clock)
}
