import type { ProviderName } from '#ground/hub/model-choice.ts'
import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { google } from './google.ts'
import { openai } from './openai.ts'
import type { ModelProvider } from './record.ts'

const BY_NAME: Readonly<Record<ProviderName, ModelProvider>> = { openai, anthropic, google, compatible }

export const PROVIDERS: readonly ModelProvider[] = Object.values(BY_NAME)

export const OFFLINE = 'offline'

export const MODEL_PREFIXES: readonly string[] = [...PROVIDERS.map(({ name }) => name), OFFLINE]

export const findProvider = (name: string): ModelProvider | null =>
  PROVIDERS.find((provider) => provider.name === name) ?? null
