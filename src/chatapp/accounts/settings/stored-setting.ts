import type { Store } from '#ground/store/store.ts'
import type { SettingName, SettingValues } from './schema.ts'

/** What an administrator stored of one setting; null leaves it to what the server is started with. */
export async function storedSetting<Name extends SettingName>(
  { db }: Store,
  name: Name,
): Promise<SettingValues[Name] | null> {
  const row = await db
    .selectFrom('chatapp_settings')
    .select('value')
    .where('key', '=', name)
    .executeTakeFirst()
  return row ? (JSON.parse(row.value) as SettingValues[Name]) : null
}
