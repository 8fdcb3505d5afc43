import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import type { ModelProvider } from './record.ts'

/** Every provider there is. To add one, write its record and name it here. */
export const PROVIDERS: readonly ModelProvider[] = [openai, anthropic, google, compatible]

/** The model that is built in and needs no provider. */
export const OFFLINE = 'offline'

/** Valid prefixes before the slash of a model's id. */
export const MODEL_PREFIXES: readonly string[] = [...PROVIDERS.map(({ name }) => name), OFFLINE]

export const findProvider = (name: string): ModelProvider | null =>
  PROVIDERS.find((provider) => provider.name === name) ?? null

/**
 * Tokens a model accepts, question and answer together; null when only its refusal names the limit, as for
 * self-hosted servers.
 */
export function contextTokensOf(modelId: string): number | null {
  const [prefix, ...rest] = modelId.split('/') as [string, ...string[]]
  const known = Object.entries(findProvider(prefix)?.contextTokens ?? {})
  const fitting = known.filter(([beginning]) => rest.join('/').startsWith(beginning))
  return fitting.toSorted(([a], [b]) => b.length - a.length)[0]?.[1] ?? null
}
