import { newId } from '#ground/base/ids.ts'
import type { SiteSettings, SettingsView } from '#chatapp/accounts/settings/settings.ts'
import type { ConnectionConfig } from '#chatapp/accounts/settings/schema.ts'
import {
  builtInConnection,
  storedConnection,
  type BuiltInConnection,
  type ModelServer,
} from './connection.ts'
import type { ConnectionForm } from './schema.ts'

export type ModelServers = ReturnType<typeof createModelServers>

export function createModelServers({
  builtIn,
  settings,
}: {
  builtIn(): readonly BuiltInConnection[]
  settings: SiteSettings
}) {
  /** Addresses of all present and former Hubs. A form must not add a deleted Hub as a connection. */
  const builtInOnce = new Set<string>()
  const fixedNow = (): ModelServer[] => {
    const fixed = builtIn().map(builtInConnection)
    for (const { url } of fixed) builtInOnce.add(url)
    return fixed
  }

  return {
    async list(): Promise<ModelServer[]> {
      const fixed = fixedNow()
      const view = await settings.read()
      if (!view.get('openai.enable')) return fixed
      const stored = storedEntries(view).map((entry, index) => storedConnection(entry, fixed.length + index))
      return [...fixed, ...stored.filter((connection) => connection !== null)]
    },

    /** Masks keys, because stored keys are never shown. */
    async form(): Promise<ConnectionForm> {
      const fixed = fixedNow()
      const view = await settings.read()
      const entries = storedEntries(view)
      return {
        ENABLE_OPENAI_API: view.get('openai.enable'),
        OPENAI_API_BASE_URLS: [...fixed, ...entries].map(({ url }) => url),
        OPENAI_API_KEYS: [...fixed, ...entries].map(({ key }) => maskSecret(key)),
        OPENAI_API_CONFIGS: Object.fromEntries([
          ...fixed.map((_, index) => [String(index), { enable: true }]),
          ...entries.map(({ config }, index) => [String(fixed.length + index), config]),
        ]),
        BUILT_IN: fixed.length,
      }
    },

    async replace(form: Omit<ConnectionForm, 'BUILT_IN'>): Promise<void> {
      const before = storedEntries(await settings.read())
      const entries = form.OPENAI_API_BASE_URLS.map((url, index) => ({
        url: url.replace(/\/+$/, ''),
        key: form.OPENAI_API_KEYS[index] ?? '',
        config: form.OPENAI_API_CONFIGS[String(index)] ?? {},
      })).filter(({ url }) => !builtInOnce.has(url))
      const keyed = withOwnKeys(entries, before)
      await settings.write({
        'openai.enable': form.ENABLE_OPENAI_API,
        'openai.api_base_urls': keyed.map(({ url }) => url),
        'openai.api_keys': keyed.map(({ key }) => key),
        'openai.api_configs': Object.fromEntries(keyed.map(({ config }, index) => [String(index), config])),
      })
    },

    async keyFor(url: string, key: string, id?: string): Promise<string> {
      const own = { url: url.replace(/\/+$/, ''), key }
      const stored = storedEntries(await settings.read())
      return unmasked(own, [...stored.filter(({ config }) => config.id === id), ...fixedNow(), ...stored])
    },
  }
}

const storedEntries = (settings: SettingsView) => {
  const keys = settings.get('openai.api_keys')
  const configs = settings.get('openai.api_configs')
  return settings.get('openai.api_base_urls').map((url, index) => ({
    url,
    key: keys[index] ?? '',
    // Connections from earlier releases have no id.
    config: { id: `at-${index}`, ...configs[String(index)] },
  }))
}

type Entry = ReturnType<typeof storedEntries>[number]
type Written = Omit<Entry, 'config'> & { config: ConnectionConfig }

function withOwnKeys(written: readonly Written[], before: readonly Entry[]): Entry[] {
  const left = new Set(before)
  const isMeant = (entry: Written) => (stored: Entry) =>
    stored.url === entry.url && isMaskOf(entry.key, stored.key)
  const take = (stored: Entry | undefined) => (stored && left.delete(stored) ? stored : undefined)
  const byId = written.map((entry) =>
    take([...left].find((stored) => stored.config.id === entry.config.id && isMeant(entry)(stored))),
  )
  const ids = new Set<string>()
  return written.map((entry, place) => {
    const own = byId[place] ?? take([...left].find(isMeant(entry))) ?? before.find(isMeant(entry))
    const { id: known } = entry.config
    const id = known === undefined || ids.has(known) ? newId() : known
    ids.add(id)
    return { ...entry, key: own?.key ?? entry.key, config: { ...entry.config, id } }
  })
}

const unmasked = (
  entry: { url: string; key: string },
  known: readonly { url: string; key: string }[],
): string => known.find(({ url, key }) => url === entry.url && isMaskOf(entry.key, key))?.key ?? entry.key

const maskSecret = (key: string): string => (key === '' ? '' : `••••${key.length > 12 ? key.slice(-4) : ''}`)

const isMaskOf = (text: string, key: string): boolean => text !== '' && text === maskSecret(key)
