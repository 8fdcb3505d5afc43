import type { Store } from '#ground/store/store.ts'
import type { SettingName, SettingValues } from './schema.ts'

/** Null: the server's default applies. */
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
