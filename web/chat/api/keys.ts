import { listModels } from '#chatapp/models/contract.ts'
import type { KeyHub } from '../../ui/keys/key.ts'
import { call } from './client.ts'

export async function listKeyHubs(signal?: AbortSignal): Promise<KeyHub[]> {
  const { data } = await call(listModels, { signal })
  return data
    .filter(({ id, openai }) => openai.owned_by === 'hub-service' && openai.id === id)
    .map(({ id, name }) => ({ slug: id, name: name || id }))
}
