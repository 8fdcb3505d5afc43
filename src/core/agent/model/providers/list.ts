import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import type { ModelProvider } from './record.ts'

export const PROVIDERS: readonly ModelProvider[] = [openai, anthropic, google, compatible]

export const OFFLINE = 'offline'

export const MODEL_PREFIXES: readonly string[] = [...PROVIDERS.map(({ name }) => name), OFFLINE]

export const findProvider = (name: string): ModelProvider | null =>
  PROVIDERS.find((provider) => provider.name === name) ?? null

/** Context window in tokens, request and response together; null if unknown, as for self-hosted servers. */
export function contextTokensOf(modelId: string): number | null {
  const [prefix, ...rest] = modelId.split('/') as [string, ...string[]]
  const known = Object.entries(findProvider(prefix)?.contextTokens ?? {})
  const fitting = known.filter(([beginning]) => rest.join('/').startsWith(beginning))
  return fitting.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null
}
