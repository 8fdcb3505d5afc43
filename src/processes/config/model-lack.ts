import type { ModelAddress } from '#core/agent/model/choose.ts'
import { findProvider } from '#core/agent/model/providers/list.ts'

export interface ModelLack {
  /** `<provider>/<model>` */
  id: string
  what: 'key' | 'address'
  variable: string
}

export function modelLack({ provider, name, apiKey, baseUrl }: ModelAddress): ModelLack | null {
  const id = `${provider}/${name}`
  const known = findProvider(provider)
  if (known?.needsKey && !apiKey) return { id, what: 'key', variable: known.keyVariable }
  if (known?.defaultBaseUrl === null && !baseUrl)
    return { id, what: 'address', variable: 'SVC_MODEL_BASE_URL' }
  return null
}
