import type { App } from '../http/validation.ts'
import { Refused } from '../http/refused.ts'
import type { ChatappEvents } from '../events.ts'
import { visitorOf, type Guard, type Visitor } from '../sessions/guard.ts'
import type { Settings } from '../settings/settings.ts'
import type { ApiKeys } from './api-keys.ts'
import { mayUseKeys } from './rules.ts'

/** The one key that a person makes on the page; making another replaces it. Keys of other names are left alone. */
const PAGE_KEY = 'personal'

export interface KeyRouteParts {
  apiKeys: ApiKeys
  guard: Guard
  settings: Settings
  events: Pick<ChatappEvents, 'keyCreated' | 'keyRevoked'>
}

export function keyRoutes(app: App, { apiKeys, guard, settings, events }: KeyRouteParts): void {
  const requireKeysOn = async ({ account }: Visitor) => {
    if (!mayUseKeys(account, await settings.readFor(account))) throw new Refused('key_creation_off')
  }
  const pageKey = async (accountId: string) =>
    (await apiKeys.list(accountId)).find((key) => key.name === PAGE_KEY) ?? null

  app.post('/api/v1/auths/api_key', { onRequest: guard.any }, async (request) => {
    const visitor = visitorOf(request)
    await requireKeysOn(visitor)
    const { key } = await apiKeys.create(visitor.account.id, { name: PAGE_KEY, replace: true })
    events.keyCreated({ account: visitor.account.id })
    return { api_key: key }
  })

  app.get('/api/v1/auths/api_key', { onRequest: guard.any }, async (request) => {
    const visitor = visitorOf(request)
    await requireKeysOn(visitor)
    const key = await pageKey(visitor.account.id)
    if (!key) throw new Refused('key_missing')
    // Only its hash is stored, so the key itself can't be shown a second time.
    return { api_key: null, hint: key.hint, created_at: key.createdAt, last_used_at: key.lastUsedAt }
  })

  app.delete('/api/v1/auths/api_key', { onRequest: guard.any }, async (request) => {
    const visitor = visitorOf(request)
    await requireKeysOn(visitor)
    const key = await pageKey(visitor.account.id)
    if (key) await apiKeys.revoke(visitor.account.id, key.id)
    if (key) events.keyRevoked({ account: visitor.account.id })
    return true
  })
}
