import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ModelConnection, ModelConnections } from './schema.ts'

const Config = z.looseObject({
  id: z.string().nullish(),
  enable: z.boolean().nullish(),
  prefix_id: z.string().nullish(),
  model_ids: z.array(z.string()).nullish(),
  headers: z.record(z.string(), z.unknown()).nullish(),
})

/** Open WebUI sends the Hub's slug in this header, in each request to the Hub's bridge. */
export const HUB_HEADER = 'X-Svc-Hub'
/** Identifies the Hub's database, to distinguish Hubs with the same slug. */
export const STORE_HEADER = 'X-Svc-Store'

const Form = z.looseObject({
  ENABLE_OPENAI_API: z.boolean().nullish(),
  OPENAI_API_BASE_URLS: z.array(z.string()).default([]),
  OPENAI_API_KEYS: z.array(z.string()).default([]),
  OPENAI_API_CONFIGS: z.record(z.string(), Config).default({}),
  BUILT_IN: z.int().default(0),
})

export interface ConnectionEntry {
  url: string
  /** The key, or the mask that the web chat returned instead of the key. */
  key: string
  config: z.infer<typeof Config>
}

export interface ConnectionForm {
  isOn: boolean
  hubs: ConnectionEntry[]
  entries: ConnectionEntry[]
}

export function readForm(form: unknown): ConnectionForm {
  const read = Form.parse(form)
  const all = read.OPENAI_API_BASE_URLS.map((url, index) => ({
    url,
    key: read.OPENAI_API_KEYS[index] ?? '',
    config: read.OPENAI_API_CONFIGS[String(index)] ?? {},
  }))
  const isHub = ({ config }: ConnectionEntry, index: number) =>
    index < read.BUILT_IN || config.headers?.[HUB_HEADER] !== undefined
  return {
    isOn: read.ENABLE_OPENAI_API ?? true,
    hubs: all.filter(isHub),
    entries: all.filter((entry, index) => !isHub(entry, index)),
  }
}

export function writeForm(form: Readonly<Record<string, unknown>>, all: readonly ConnectionEntry[]) {
  return {
    ...form,
    OPENAI_API_BASE_URLS: all.map(({ url }) => url),
    OPENAI_API_KEYS: all.map(({ key }) => key),
    OPENAI_API_CONFIGS: Object.fromEntries(all.map(({ config }, index) => [String(index), config])),
  }
}

export const connectionsView = (form: ConnectionForm): ModelConnections => ({
  revision: revisionOf(form),
  is_on: form.isOn,
  hubs: form.hubs.length,
  items: form.entries.map(connectionView),
})

export const revisionOf = ({ isOn, entries }: ConnectionForm): string =>
  createHash('sha256')
    .update(JSON.stringify([isOn, entries]))
    .digest('hex')
    .slice(0, 16)

const connectionView = ({ url, key, config }: ConnectionEntry, place: number): ModelConnection => ({
  place,
  url,
  enabled: config.enable !== false,
  prefix: config.prefix_id ?? '',
  model_ids: config.model_ids ?? [],
  has_key: key !== '',
  headers: Object.keys(config.headers ?? {}),
})
