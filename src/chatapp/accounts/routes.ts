import type { ChatappEvents } from '#chatapp/http/events.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from './sessions/guard.ts'
import type { Groups } from './groups/groups.ts'
import type { Sessions } from './sessions/sessions.ts'
import { sessionSeconds } from './settings/jwt-expiry.ts'
import type { Settings } from './settings/settings.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import { userInfoView, userView } from './present.ts'
import { AccountId, AddRequest, ListQuery, UpdateRequest } from './schema.ts'

const PAGE_SIZE = 30

export interface AccountRouteParts {
  accounts: Accounts
  sessions: Sessions
  groups: Pick<Groups, 'idsOf' | 'listOf'>
  settings: Settings
  guard: Guard
  /** Remove the bytes of an account's files that nobody else has. */
  removeFilesOf(accountId: string): Promise<void>
  /** End the account's connections with outside providers. */
  endConnectionsOf(accountId: string): Promise<void>
  /** End what the account is doing right now. */
  disconnect(accountId: string): Promise<void>
  events: Pick<ChatappEvents, 'accountAdded' | 'accountChanged' | 'accountDeleted'>
}

export function accountRoutes(app: App, parts: AccountRouteParts): void {
  const { accounts, guard, events } = parts

  const listing = async (query: ListQuery) => {
    const { page, order_by: orderBy, direction } = query
    return accounts.list({
      query: query.query,
      orderBy,
      direction,
      offset: (page - 1) * PAGE_SIZE,
      limit: PAGE_SIZE,
    })
  }
  const known = async (id: string): Promise<Account> => {
    const account = await accounts.find(id)
    if (!account) throw new Refused('account_missing')
    return account
  }

  app.post('/api/v1/auths/add', { onRequest: guard.admin, schema: { body: AddRequest } }, async (request) => {
    const { name, email, password, role, profile_image_url: profileImageUrl } = request.body
    const account = unwrap(await accounts.create({ name, email, password, role, profileImageUrl }))
    events.accountAdded({ account: account.id, role, by: visitorOf(request).account.id })
    const seconds = sessionSeconds((await parts.settings.read()).get('auth.jwt_expiry'))
    const { token } = await parts.sessions.issue(account.id, seconds)
    return {
      token,
      token_type: 'Bearer',
      id: account.id,
      email: account.email,
      name: account.name,
      role: account.role,
      profile_image_url: account.profileImageUrl,
    }
  })

  app.get(
    '/api/v1/users/',
    { onRequest: guard.admin, schema: { querystring: ListQuery } },
    async (request) => {
      const { accounts: found, total } = await listing(request.query)
      const groupIds = await parts.groups.idsOf(found.map((account) => account.id))
      const users = found.map((account) => ({
        ...userView(account),
        group_ids: groupIds.get(account.id) ?? [],
      }))
      return { users, total }
    },
  )

  app.get('/api/v1/users/all', { onRequest: guard.admin }, async () => {
    const everybody = { orderBy: 'created_at', direction: 'desc', offset: 0, limit: 1_000_000 } as const
    const { accounts: found, total } = await accounts.list(everybody)
    return { users: found.map(userInfoView), total }
  })

  app.get(
    '/api/v1/users/search',
    { onRequest: guard.verified, schema: { querystring: ListQuery } },
    async (request) => {
      const { accounts: found, total } = await listing(request.query)
      return { users: found.map(userInfoView), total }
    },
  )

  app.get('/api/v1/users/:id', { onRequest: guard.admin, schema: { params: AccountId } }, async (request) => {
    const account = await known(request.params.id)
    const groups = (await parts.groups.listOf(account.id)).map(({ id, name }) => ({ id, name }))
    return { ...userView(account), groups, is_active: false }
  })

  app.post(
    '/api/v1/users/:id/update',
    { onRequest: guard.admin, schema: { params: AccountId, body: UpdateRequest } },
    async (request) => {
      const { account: actor, sessionId } = visitorOf(request)
      const { id } = request.params
      const { profile_image_url: profileImageUrl, ...changes } = request.body
      const before = await known(id)
      if ((await accounts.primaryId()) === id && (actor.id !== id || (changes.role ?? 'admin') !== 'admin'))
        throw new Refused('primary_admin')
      const keepSession = actor.id === id ? sessionId : null
      const account = unwrap(await accounts.update(id, { ...changes, profileImageUrl }, { keepSession }))
      if (before.role !== 'pending' && account.role === 'pending') await parts.disconnect(id)
      const fields = Object.keys(request.body).filter(
        (name) => request.body[name as keyof UpdateRequest] !== undefined,
      )
      events.accountChanged({ account: id, by: actor.id, fields: fields.join(',') })
      return userView(account)
    },
  )

  app.delete(
    '/api/v1/users/:id',
    { onRequest: guard.admin, schema: { params: AccountId } },
    async (request) => {
      const { account: actor } = visitorOf(request)
      const { id } = request.params
      if ((await accounts.primaryId()) === id) throw new Refused('primary_admin')
      if (actor.id === id) throw new Refused('own_account')
      if (!(await accounts.find(id))) return true
      await parts.disconnect(id)
      await parts.removeFilesOf(id)
      await parts.endConnectionsOf(id)
      await accounts.remove(id)
      events.accountDeleted({ account: id, by: actor.id })
      return true
    },
  )
}
