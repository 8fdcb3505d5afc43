import type { Settings, SettingsView } from '#chatapp/accounts/settings/settings.ts'
import { builtInConnection, storedConnection, type BuiltInConnection, type Connection } from './connection.ts'
import { isMaskOf, masked } from './mask.ts'
import type { ConnectionForm } from './schema.ts'

export type Connections = ReturnType<typeof createConnections>

/** Where models come from: the built-in connections first, always, then those an administrator stored. */
export function createConnections({
  builtIn,
  settings,
}: {
  builtIn(): readonly BuiltInConnection[]
  settings: Settings
}) {
  /** Also those of Hubs that are gone: a form that was read while they were there must not bring them back. */
  const everBuiltIn = new Set<string>()
  const fixedNow = (): Connection[] => {
    const fixed = builtIn().map(builtInConnection)
    for (const { url } of fixed) everBuiltIn.add(url)
    return fixed
  }

  return {
    /** Every connection in use. */
    async list(): Promise<Connection[]> {
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
        OPENAI_API_KEYS: [...fixed, ...entries].map(({ key }) => masked(key)),
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
      }))
        .filter(({ url }) => !everBuiltIn.has(url))
        .map((entry) => ({ ...entry, key: unmasked(entry, before) }))
      await settings.write({
        'openai.enable': form.ENABLE_OPENAI_API,
        'openai.api_base_urls': entries.map(({ url }) => url),
        'openai.api_keys': entries.map(({ key }) => key),
        'openai.api_configs': Object.fromEntries(entries.map(({ config }, index) => [String(index), config])),
      })
    },

    /** The key to try an address with: the one given, or the stored one that it is the mask of. */
    async keyFor(url: string, key: string): Promise<string> {
      const own = { url: url.replace(/\/+$/, ''), key }
      return unmasked(own, [...fixedNow(), ...storedEntries(await settings.read())])
    },
  }
}

const storedEntries = (settings: SettingsView) => {
  const keys = settings.get('openai.api_keys')
  const configs = settings.get('openai.api_configs')
  return settings.get('openai.api_base_urls').map((url, index) => ({
    url,
    key: keys[index] ?? '',
    config: configs[String(index)] ?? {},
  }))
}

const unmasked = (
  entry: { url: string; key: string },
  known: readonly { url: string; key: string }[],
): string => known.find(({ url, key }) => url === entry.url && isMaskOf(entry.key, key))?.key ?? entry.key
