import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { App } from '#chatapp/http/validation.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { visitorOf, type Guard, type Visitor } from '../sessions/guard.ts'
import type { Settings } from '../settings/settings.ts'
import type { ApiKeys } from './api-keys.ts'
import { keyView } from './present.ts'
import { mayManageKeys, mayUseKeys } from './rules.ts'
import { KeyId, KeyRequest } from './schema.ts'

/** The key of those who know of one key only: making another replaces it. Keys of other names are left alone. */
const ONLY_KEY = 'default'

export interface KeyRouteParts {
  apiKeys: ApiKeys
  guard: Guard
  settings: Settings
  clock: Clock
  events: Pick<ChatappEvents, 'keyCreated' | 'keyRevoked'>
}

export function keyRoutes(app: App, parts: KeyRouteParts): void {
  namedKeyRoutes(app, parts)
  onlyKeyRoutes(app, parts)
}

/** Several keys, each with a name, an end and Hubs it is for. */
function namedKeyRoutes(app: App, { apiKeys, guard, settings, clock, events }: KeyRouteParts): void {
  const path = '/api/v1/auths/api_keys'
  const ownerOf = keyOwner(settings)

  app.get(path, { onRequest: guard.any }, async (request) => {
    const { id } = await ownerOf(visitorOf(request))
    return { items: (await apiKeys.list(id)).map(keyView) }
  })

  app.post(path, { onRequest: guard.any, schema: { body: KeyRequest } }, async (request) => {
    const { id } = await ownerOf(visitorOf(request))
    const { name, hubs, expires_at: expiresAt } = request.body
    if (expiresAt !== null && expiresAt <= epochSeconds(clock)) throw new Refused('key_expiry_past')
    const { key, ...made } = unwrap(await apiKeys.create(id, { name, hubs, expiresAt }))
    events.keyCreated({ account: id, key: made.id })
    return { ...keyView(made), api_key: key }
  })

  app.delete(`${path}/:id`, { onRequest: guard.any, schema: { params: KeyId } }, async (request) => {
    const { id } = await ownerOf(visitorOf(request))
    unwrap(await apiKeys.revoke(id, request.params.id))
    events.keyRevoked({ account: id, key: request.params.id })
    return true
  })
}

/** One key, as web chats have it that know no more. */
function onlyKeyRoutes(app: App, { apiKeys, guard, settings, events }: KeyRouteParts): void {
  const path = '/api/v1/auths/api_key'
  const ownerOf = keyOwner(settings)
  const find = async (accountId: string) =>
    (await apiKeys.list(accountId)).find((key) => key.name === ONLY_KEY) ?? null

  app.post(path, { onRequest: guard.any }, async (request) => {
    const { id } = await ownerOf(visitorOf(request))
    const made = unwrap(await apiKeys.create(id, { name: ONLY_KEY, replace: true }))
    events.keyCreated({ account: id, key: made.id })
    return { api_key: made.key }
  })

  app.get(path, { onRequest: guard.any }, async (request) => {
    const { id } = await ownerOf(visitorOf(request))
    const key = await find(id)
    if (!key) throw new Refused('key_missing')
    // Only its hash is stored, so the key itself can't be shown a second time.
    return { api_key: null, hint: key.hint, created_at: key.createdAt, last_used_at: key.lastUsedAt }
  })

  app.delete(path, { onRequest: guard.any }, async (request) => {
    const { id } = await ownerOf(visitorOf(request))
    const key = await find(id)
    if (key) await apiKeys.revoke(id, key.id)
    if (key) events.keyRevoked({ account: id, key: key.id })
    return true
  })
}

/** Whose keys a request is about. @throws Refused when keys are off for them, or they came by a limited key. */
const keyOwner =
  (settings: Settings) =>
  async ({ account, key }: Visitor) => {
    if (!mayUseKeys(account, await settings.readFor(account))) throw new Refused('key_creation_off')
    if (!mayManageKeys(key)) throw new Refused('key_limited')
    return account
  }
