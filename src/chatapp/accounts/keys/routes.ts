import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { FactorRule } from '../factors/rule.ts'
import type { App } from '../sessions/app.ts'
import type { Visitor } from '../sessions/guard.ts'
import type { SiteSettings } from '../settings/settings.ts'
import { ONLY_KEY, type ApiKeys, type ApiKey } from './api-keys.ts'
import { createKey, listKeys, makeOnlyKey, readOnlyKey, revokeKey, revokeOnlyKey } from './contract.ts'
import { mayManageKeys, mayUseKeys } from './rules.ts'

export interface KeyRouteParts {
  apiKeys: ApiKeys
  settings: SiteSettings
  factorRule: Pick<FactorRule, 'refuseLack'>
  clock: Clock
  events: Pick<ChatappEvents, 'keyCreated' | 'keyRevoked'>
}

export function keyRoutes(app: App, parts: KeyRouteParts): void {
  namedKeyRoutes(app, parts)
  onlyKeyRoutes(app, parts)
}

function namedKeyRoutes(app: App, parts: KeyRouteParts): void {
  const { apiKeys, clock, events } = parts
  const ownerOf = keyOwner(parts)

  app.handle(listKeys, async ({ visitor }) => {
    const { id } = await ownerOf(visitor)
    return { items: (await apiKeys.list(id)).map(keyView) }
  })

  app.handle(createKey, async ({ visitor, body }) => {
    const { id } = await ownerOf(visitor)
    const { name, hubs, expires_at: expiresAt } = body
    if (expiresAt !== null && expiresAt <= epochSeconds(clock)) throw new ChatappRefused('key_expiry_past')
    const { key, ...made } = unwrapChatapp(await apiKeys.create(id, { name, hubs, expiresAt }))
    events.keyCreated({ account: id, key: made.id })
    return { ...keyView(made), api_key: key }
  })

  app.handle(revokeKey, async ({ visitor, params }) => {
    const { id } = await ownerOf(visitor)
    unwrapChatapp(await apiKeys.revoke(id, params.id))
    events.keyRevoked({ account: id, key: params.id })
    return true
  })
}

function onlyKeyRoutes(app: App, parts: KeyRouteParts): void {
  const { apiKeys, events } = parts
  const ownerOf = keyOwner(parts)
  const find = async (accountId: string) =>
    (await apiKeys.list(accountId)).findLast((key) => key.name === ONLY_KEY) ?? null

  app.handle(makeOnlyKey, async ({ visitor }) => {
    const { id } = await ownerOf(visitor)
    const made = unwrapChatapp(await apiKeys.create(id, { name: ONLY_KEY, replace: true }))
    events.keyCreated({ account: id, key: made.id })
    return { api_key: made.key }
  })

  app.handle(readOnlyKey, async ({ visitor }) => {
    const { id } = await ownerOf(visitor)
    const key = await find(id)
    if (!key) throw new ChatappRefused('key_missing')
    return { api_key: null, hint: key.hint, created_at: key.createdAt, last_used_at: key.lastUsedAt }
  })

  app.handle(revokeOnlyKey, async ({ visitor }) => {
    const { id } = await ownerOf(visitor)
    for (const key of await apiKeys.revokeNamed(id, ONLY_KEY)) events.keyRevoked({ account: id, key })
    return true
  })
}

const keyOwner =
  ({ settings, factorRule }: Pick<KeyRouteParts, 'settings' | 'factorRule'>) =>
  async ({ account, key }: Visitor) => {
    if (key === null) await factorRule.refuseLack(account)
    if (!mayUseKeys(account, await settings.readFor(account))) throw new ChatappRefused('key_creation_off')
    if (!mayManageKeys(key)) throw new ChatappRefused('key_limited')
    return account
  }

const keyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  hint: key.hint,
  hubs: key.hubs,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
})
