import type { ModelConfig } from './agent.ts'

const KEY_VARIABLES: Partial<Record<ModelConfig['provider'], string>> = {
  openai: 'OPENAI_API_KEY',
  anthropic: 'ANTHROPIC_API_KEY',
  google: 'GOOGLE_GENERATIVE_AI_API_KEY',
}

/** What a model needs and was not given. */
export interface ModelLack {
  /** `<provider>/<model>` */
  id: string
  what: 'key' | 'address'
  variable: string
}

/** What keeps a model from answering; null when its settings are whole. Pure. */
export function modelLack({ provider, name, apiKey, baseUrl }: ModelConfig): ModelLack | null {
  const id = `${provider}/${name}`
  const variable = KEY_VARIABLES[provider]
  if (variable !== undefined && !apiKey) return { id, what: 'key', variable }
  if (provider === 'compatible' && !baseUrl) return { id, what: 'address', variable: 'SVC_MODEL_BASE_URL' }
  return null
}
