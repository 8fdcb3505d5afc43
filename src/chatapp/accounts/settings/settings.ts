import type { Store } from '#ground/store/store.ts'
import type { Account } from '../account.ts'
import { unionOf } from './permissions.ts'
import type { Permissions, SettingName, SettingValues } from './schema.ts'

/** The configuration overrides the stored value, which overrides the server's default. */
export interface SettingsView {
  get<Name extends SettingName>(name: Name): SettingValues[Name]
  others(prefix: string): Record<string, unknown>
  all(prefix: string): Record<string, unknown>
}

export type SiteSettings = ReturnType<typeof createSettings>

export interface SettingsParts {
  store: Store
  defaults(): SettingValues
  imposed: Partial<SettingValues>
  groupPermissionsOf(accountId: string): Promise<Permissions[]>
}

export function createSettings({ store, defaults, imposed, groupPermissionsOf }: SettingsParts) {
  const read = async (): Promise<SettingsView> => {
    const rows = await store.db.selectFrom('chatapp_settings').selectAll().execute()
    const ofStart = defaults()
    const stored = new Map([
      ...rows.map((row) => [row.key, JSON.parse(row.value) as unknown] as const),
      ...Object.entries(imposed),
    ])
    return {
      get: (name) => (stored.has(name) ? stored.get(name) : ofStart[name]) as never,
      all: (prefix) =>
        Object.fromEntries(
          Object.entries({ ...ofStart, ...Object.fromEntries(stored) }).filter(([name]) =>
            name.startsWith(prefix),
          ),
        ),
      others: (prefix) =>
        Object.fromEntries(
          [...stored]
            .filter(([name]) => name.startsWith(prefix))
            .map(([name, value]) => [name.slice(prefix.length), value]),
        ),
    }
  }
  return {
    read,

    async readFor({ id }: Pick<Account, 'id'>): Promise<SettingsView> {
      const [view, ofGroups] = await Promise.all([read(), groupPermissionsOf(id)])
      if (ofGroups.length === 0) return view
      const permissions = unionOf([view.get('user.permissions'), ...ofGroups])
      return { ...view, get: (name) => (name === 'user.permissions' ? permissions : view.get(name)) as never }
    },

    /** Skips settings that the configuration imposes. The caller must first validate settings that have a schema. */
    async write(values: Partial<SettingValues> & Record<string, unknown>): Promise<void> {
      const rows = Object.entries(values)
        .filter(([key, value]) => value !== undefined && !Object.hasOwn(imposed, key))
        .map(([key, value]) => ({ key, value: JSON.stringify(value) }))
      if (rows.length === 0) return
      await store.db
        .insertInto('chatapp_settings')
        .values(rows)
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value: (row) => row.ref('excluded.value') }),
        )
        .execute()
    },
  }
}
