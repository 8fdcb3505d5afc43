import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { PROTECTIVE_HEADERS } from '#ground/base/files/serving.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App, ChatappHandler } from './sessions/app.ts'
import type { Groups } from './groups/groups.ts'
import type { Sessions } from './sessions/sessions.ts'
import { signInFactsOf } from './sessions/sign-ins/facts.ts'
import { sessionSeconds } from './settings/jwt-expiry.ts'
import type { SiteSettings } from './settings/settings.ts'
import type { Account } from './account.ts'
import type { Accounts } from './accounts.ts'
import type { ChangesPage } from './changes.ts'
import { findEditableAccount } from './find-editable-account.ts'
import {
  addUser,
  deleteUser,
  listAllUsers,
  listUsers,
  readChangesOfUsers,
  readUser,
  readUserActive,
  readUserImage,
  readUserInfo,
  searchUsers,
  updateUser,
} from './contract.ts'
import { pictureOf } from './picture.ts'
import { changedAccountView, colleagueView, userInfoView, userView } from './present.ts'
import type { ChangesQuery, ListQuery, UpdateRequest } from './schema.ts'

const PAGE_SIZE = 30

export interface AccountRouteParts {
  accounts: Accounts
  clock: Clock
  sessions: Sessions
  groups: Pick<Groups, 'idsOf' | 'listOf'>
  readChanges(query: ChangesQuery): Promise<ChangesPage>
  settings: SiteSettings
  removeFilesOf(accountId: string): Promise<void>
  endConnectionsOf(accountId: string): Promise<void>
  endSharesOf(accountId: string): Promise<void>
  stopTurnsOf(accountId: string): Promise<void>
  events: Pick<ChatappEvents, 'accountAdded' | 'accountChanged' | 'accountDeleted'>
}

export function chatappAccountRoutes(app: App, parts: AccountRouteParts): void {
  const { accounts, groups, clock } = parts

  app.handle(addUser, add(parts))

  app.handle(listUsers, async ({ query }) => {
    const { accounts: found, total } = await listing(accounts, query)
    const groupIds = await groups.idsOf(found.map((account) => account.id))
    const users = found.map((account) => ({
      ...userView(account),
      group_ids: groupIds.get(account.id) ?? [],
    }))
    return { users, total }
  })

  app.handle(listAllUsers, async () => {
    const everybody = { orderBy: 'created_at', direction: 'desc', offset: 0, limit: 1_000_000 } as const
    const { accounts: found, total } = await accounts.list(everybody)
    return { users: found.map(userInfoView), total }
  })

  app.handle(readChangesOfUsers, async ({ query }) => {
    const { users, ...page } = await parts.readChanges(query)
    return { ...page, users: users.map(changedAccountView) }
  })

  app.handle(searchUsers, async ({ visitor, query }) => {
    const isAdmin = visitor.account.role === 'admin'
    const visibleTo = isAdmin ? undefined : visitor.account.id
    const order_by = isAdmin || query.order_by !== 'role' ? query.order_by : 'created_at'
    const { accounts: found, total } = await listing(accounts, { ...query, order_by }, visibleTo)
    return { users: found.map(isAdmin ? userInfoView : colleagueView), total }
  })

  const seen = async (viewer: Account, id: string): Promise<Account> => {
    const account = await known(accounts, id)
    if (viewer.role !== 'admin' && !(await accounts.isVisibleTo(viewer.id, id)))
      throw new ChatappRefused('account_missing')
    return account
  }

  app.handle(readUserInfo, async ({ visitor: { account: viewer }, params }) => {
    const account = await seen(viewer, params.id)
    const view = viewer.role === 'admin' || viewer.id === account.id ? userInfoView : colleagueView
    return { ...view(account), is_active: isActive(account, clock) }
  })

  app.handle(readUserActive, async ({ visitor, params }) => ({
    active: isActive(await seen(visitor.account, params.id), clock),
  }))

  app.handle(readUserImage, async ({ visitor, params, reply }) => {
    const { contentType, bytes } = pictureOf(await seen(visitor.account, params.id))
    return reply
      .headers({
        ...PROTECTIVE_HEADERS,
        'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
        'content-disposition': 'inline',
        'cache-control': 'private, no-cache',
      })
      .type(contentType)
      .send(bytes)
  })

  app.handle(readUser, async ({ params }) => {
    const account = await known(accounts, params.id)
    const own = (await groups.listOf(account.id)).map(({ id, name }) => ({ id, name }))
    return { ...userView(account), groups: own, is_active: false }
  })

  app.handle(updateUser, update(parts))
  app.handle(deleteUser, remove(parts))
}

const ACTIVE_SECONDS = 180

const isActive = ({ lastActiveAt }: Account, clock: Clock): boolean =>
  epochSeconds(clock) - lastActiveAt < ACTIVE_SECONDS

const add =
  ({ accounts, sessions, settings, events }: AccountRouteParts): ChatappHandler<typeof addUser> =>
  async ({ visitor, body, request }) => {
    const { name, email, password, role, profile_image_url: profileImageUrl } = body
    const account = unwrapChatapp(await accounts.create({ name, email, password, role, profileImageUrl }))
    events.accountAdded({ account: account.id, role, by: visitor.account.id })
    const seconds = sessionSeconds((await settings.read()).get('auth.jwt_expiry'))
    const { token } = await sessions.issue(account.id, seconds, signInFactsOf(request))
    return {
      token,
      token_type: 'Bearer',
      id: account.id,
      email: account.email,
      name: account.name,
      role: account.role,
      profile_image_url: account.profileImageUrl,
    }
  }

const update =
  ({ accounts, stopTurnsOf, events }: AccountRouteParts): ChatappHandler<typeof updateUser> =>
  async ({ visitor: { account: actor, sessionId }, params: { id }, body }) => {
    const { profile_image_url: profileImageUrl, ...changes } = body
    const before = await findEditableAccount(accounts, actor.id, id)
    const staysAdmin = (changes.role ?? 'admin') === 'admin'
    if (!staysAdmin && (await accounts.primaryId()) === id) throw new ChatappRefused('primary_admin')
    if (before.oauth !== null && changes.password !== undefined) throw new ChatappRefused('idp_managed')
    const keepSession = actor.id === id ? sessionId : null
    const movedBy = actor.email === '' ? null : { administrator: actor.email }
    const changed = { ...changes, profileImageUrl }
    const account = unwrapChatapp(await accounts.update(id, changed, { keepSession, movedBy }))
    if (before.role !== 'pending' && account.role === 'pending') await stopTurnsOf(id)
    const fields = Object.keys(body).filter((name) => body[name as keyof UpdateRequest] !== undefined)
    events.accountChanged({ account: id, by: actor.id, fields: fields.join(',') })
    return userView(account)
  }

const remove =
  (parts: AccountRouteParts): ChatappHandler<typeof deleteUser> =>
  async ({ visitor: { account: actor }, params: { id } }) => {
    const { accounts } = parts
    if ((await accounts.primaryId()) === id) throw new ChatappRefused('primary_admin')
    if (actor.id === id) throw new ChatappRefused('own_account')
    if (!(await accounts.find(id))) return true
    await parts.stopTurnsOf(id)
    await parts.removeFilesOf(id)
    await parts.endConnectionsOf(id)
    await parts.endSharesOf(id)
    await accounts.remove(id)
    parts.events.accountDeleted({ account: id, by: actor.id })
    return true
  }

const listing = (accounts: Accounts, { page, order_by: orderBy, ...query }: ListQuery, visibleTo?: string) =>
  accounts.list({ ...query, visibleTo, orderBy, offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })

async function known(accounts: Accounts, id: string): Promise<Account> {
  const account = await accounts.find(id)
  if (!account) throw new ChatappRefused('account_missing')
  return account
}
