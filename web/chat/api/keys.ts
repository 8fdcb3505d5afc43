import { KEYS_PATH, type ApiKey, type KeyHub, type KeysApi, type NewKey } from '../../ui/keys/key.ts'
import { SIGN_INS_PATH, type SignIn, type SignInsApi } from '../../ui/keys/sign-in.ts'
import { request } from './client.ts'

/** The person's API keys. */
export const keysApi: KeysApi = {
  list: (signal) => request<{ items: ApiKey[] }>(KEYS_PATH, { signal }),
  create: (draft) => request<NewKey>(KEYS_PATH, { method: 'POST', body: draft }),
  revoke: (id) => request(`${KEYS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
}

/** Programs that the person signed in, which the Console knows. */
export const signInsApi: SignInsApi = {
  list: (signal) => request<{ items: SignIn[] }>(SIGN_INS_PATH, { signal }),
  end: (id) => request(`${SIGN_INS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
}

interface ModelEntry {
  id: string
  name?: string
  openai?: { id?: string; owned_by?: string }
}

/** Agents that are Hubs, whose model id is their slug; a model made from one is none. */
export async function listKeyHubs(signal?: AbortSignal): Promise<KeyHub[]> {
  const { data } = await request<{ data: ModelEntry[] }>('/api/models', { signal })
  return data
    .filter(({ id, openai }) => openai?.owned_by === 'hub-service' && openai.id === id)
    .map(({ id, name }) => ({ slug: id, name: name || id }))
}
