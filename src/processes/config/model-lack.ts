import type { ModelAddress } from '#core/agent/model/choose.ts'
import { providerNamed } from '#core/agent/model/providers/list.ts'

/** What a model needs and was not given. */
export interface ModelLack {
  /** `<provider>/<model>` */
  id: string
  what: 'key' | 'address'
  variable: string
}

/** What keeps a model from answering; null when its settings are whole. Pure. */
export function modelLack({ provider, name, apiKey, baseUrl }: ModelAddress): ModelLack | null {
  const id = `${provider}/${name}`
  const known = providerNamed(provider)
  if (known?.needsKey && !apiKey) return { id, what: 'key', variable: known.keyVariable }
  if (known?.defaultBaseUrl === null && !baseUrl)
    return { id, what: 'address', variable: 'SVC_MODEL_BASE_URL' }
  return null
}
