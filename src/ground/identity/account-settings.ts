import { isTimeZone } from '#ground/base/time-zone.ts'
import type { Store } from '#ground/store/store.ts'

const TIME_ZONE_KEY = 'time_zone'

export function createAccountSettings({ db, transaction }: Pick<Store, 'db' | 'transaction'>) {
  async function read(accountId: string, key: string): Promise<unknown> {
    const row = await db
      .selectFrom('chatapp_users')
      .select('settings')
      .where('id', '=', accountId)
      .executeTakeFirst()
    return settingsIn(row?.settings)[key]
  }

  const write = (accountId: string, key: string, value: unknown): Promise<void> =>
    transaction(async (tx) => {
      const row = await tx
        .selectFrom('chatapp_users')
        .select('settings')
        .where('id', '=', accountId)
        .forNoKeyUpdate()
        .executeTakeFirst()
      const settings = JSON.stringify({ ...settingsIn(row?.settings), [key]: value })
      await tx.updateTable('chatapp_users').set({ settings }).where('id', '=', accountId).execute()
    })

  return {
    read,
    write,

    readTimeZone: async (accountId: string): Promise<string | null> =>
      knownZone(await read(accountId, TIME_ZONE_KEY)),

    writeTimeZone: (accountId: string, timeZone: string | null): Promise<void> =>
      write(accountId, TIME_ZONE_KEY, timeZone ?? undefined),
  }
}

export type AccountSettings = ReturnType<typeof createAccountSettings>

export const createTimeZones =
  ({ db }: Pick<Store, 'db'>) =>
  async (email: string | null): Promise<string | null> => {
    if (email === null) return null
    const row = await db
      .selectFrom('chatapp_users')
      .select('settings')
      .where('email', '=', email)
      .executeTakeFirst()
    return knownZone(settingsIn(row?.settings)[TIME_ZONE_KEY])
  }

const settingsIn = (text: string | undefined): Record<string, unknown> =>
  JSON.parse(text || '{}') as Record<string, unknown>

const knownZone = (value: unknown): string | null =>
  typeof value === 'string' && isTimeZone(value) ? value : null
