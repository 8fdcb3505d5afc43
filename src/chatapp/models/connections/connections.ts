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

/** Sources of models: always the built-in connections first, then those that an administrator stored. */
export function createModelServers({
  builtIn,
  settings,
}: {
  builtIn(): readonly BuiltInConnection[]
  settings: SiteSettings
}) {
  /** Including those of deleted Hubs: a form that was read before the deletion must not restore them. */
  const everBuiltIn = new Set<string>()
  const fixedNow = (): ModelServer[] => {
    const fixed = builtIn().map(builtInConnection)
    for (const { url } of fixed) everBuiltIn.add(url)
    return fixed
  }

  return {
    /** Every connection in use. */
    async list(): Promise<ModelServer[]> {
      const fixed = fixedNow()
      const view = await settings.read()
      if (!view.get('openai.enable')) return fixed
      const stored = storedEntries(view).map((entry, index) => storedConnection(entry, fixed.length + index))
      return [...fixed, ...stored.filter((connection) => connection !== null)]
    },

    /** The form, keys masked: they are never shown again once stored. */
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

    /**
     * Replace everything but the built-in connections with the form. Keys are padded or cut to the addresses; a key
     * left as the form showed it keeps its value.
     */
    async replace(form: Omit<ConnectionForm, 'BUILT_IN'>): Promise<void> {
      const before = storedEntries(await settings.read())
      const entries = form.OPENAI_API_BASE_URLS.map((url, index) => ({
        url: url.replace(/\/+$/, ''),
        key: form.OPENAI_API_KEYS[index] ?? '',
        config: form.OPENAI_API_CONFIGS[String(index)] ?? {},
      })).filter(({ url }) => !everBuiltIn.has(url))
      const keyed = withOwnKeys(entries, before)
      await settings.write({
        'openai.enable': form.ENABLE_OPENAI_API,
        'openai.api_base_urls': keyed.map(({ url }) => url),
        'openai.api_keys': keyed.map(({ key }) => key),
        'openai.api_configs': Object.fromEntries(keyed.map(({ config }, index) => [String(index), config])),
      })
    },

    /**
     * The key to try an address with: the one given, or the stored one that it is the mask of.
     *
     * @param id Of the connection that is meant, where several look alike.
     */
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
    // Connections without ids, from earlier releases, are identified by their positions until the list is
    // next written.
    config: { id: `at-${index}`, ...configs[String(index)] },
  }))
}

type Entry = ReturnType<typeof storedEntries>[number]
type Written = Omit<Entry, 'config'> & { config: ConnectionConfig }

/**
 * The written entries, each with its id and the key that its mask represents: its own, if several look alike.
 */
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
    const wanted = entry.config.id
    const id = wanted === undefined || ids.has(wanted) ? newId() : wanted
    ids.add(id)
    return { ...entry, key: own?.key ?? entry.key, config: { ...entry.config, id } }
  })
}

const unmasked = (
  entry: { url: string; key: string },
  known: readonly { url: string; key: string }[],
): string => known.find(({ url, key }) => url === entry.url && isMaskOf(entry.key, key))?.key ?? entry.key

/** A key for display to administrators: enough to identify it, too little to use it. */
const maskSecret = (key: string): string => (key === '' ? '' : `••••${key.length > 12 ? key.slice(-4) : ''}`)

/** Whether a form field still holds the mask of this key, so that the key stays as it is. */
const isMaskOf = (text: string, key: string): boolean => text !== '' && text === maskSecret(key)
