import type { ApiKey } from './api-keys.ts'

export const keyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  hubs: key.hubs,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
})
