import { KEYS_PATH, type ApiKey, type KeysApi, type NewKey } from '../../ui/keys/key.ts'
import { request } from './client.ts'

/** The person's API keys, which are the web chat's. */
export const keysApi: KeysApi = {
  list: (signal) => request<{ items: ApiKey[] }>(KEYS_PATH, { signal: signal ?? null }),
  create: (draft) =>
    request<NewKey>(KEYS_PATH, {
      method: 'POST',
      body: JSON.stringify(draft),
      headers: { 'content-type': 'application/json' },
    }),
  revoke: (id) => request(`${KEYS_PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' }),
}
