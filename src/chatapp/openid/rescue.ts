import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

const KEY = 'internal.passwords_until'

/** How long passwords sign in again once somebody at the terminal said so. */
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

/** Whether somebody at the terminal let passwords sign in, less than an hour ago. */
export async function passwordsReopened({ db }: Pick<Store, 'db'>, clock: Clock): Promise<boolean> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', KEY)
    .executeTakeFirst()
  return row !== undefined && (JSON.parse(row.value) as number) > epochSeconds(clock)
}
