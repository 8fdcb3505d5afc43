import { endMcpSignIn, listMcpSignIns } from '#surfaces/mcp/oauth/contract.ts'
import type { McpSignIns } from '#surfaces/mcp/oauth/schema.ts'
import { hrefOf } from '../../ui/href.ts'
import { KEYS_PATH, type ApiKey, type KeyHub, type KeysApi, type NewKey } from '../../ui/keys/key.ts'
import type { SignInsApi } from '../../ui/keys/sign-in.ts'
import { request } from './client.ts'

/** The person's API keys. */
export const keysApi: KeysApi = {
  list: (signal) => request<{ items: ApiKey[] }>(KEYS_PATH, { signal }),
  create: (draft) => request<NewKey>(KEYS_PATH, { method: 'POST', body: draft }),
  revoke: (id) => request(`${KEYS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
}

/** Programs that the person signed in, which the Console knows. */
export const signInsApi: SignInsApi = {
  list: (signal) => request<McpSignIns>(hrefOf(listMcpSignIns), { signal }),
  end: (id) => request(hrefOf(endMcpSignIn, { params: { id } }), { method: 'DELETE' }),
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
