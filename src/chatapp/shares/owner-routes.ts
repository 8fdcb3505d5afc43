import type { Account } from '#chatapp/accounts/account.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { chatView } from '#chatapp/chats/present.ts'
import { readChatModel, type StoredChat } from '#chatapp/chats/chat.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import type { Store } from '#ground/store/store.ts'
import {
  endAllShares,
  endShare,
  endShares,
  listCandidates,
  listShareRecords,
  readShare,
  shareChat,
} from './contract.ts'
import { readRecords } from './records.ts'
import { namesNothing } from './schema.ts'
import type { Shares } from './shares.ts'

export interface OwnerRouteParts {
  store: Pick<Store, 'db'>
  shares: Shares
  chats: Pick<StoredChats, 'find' | 'list' | 'read'>
  accounts: Pick<Accounts, 'list'>
  models: Pick<ModelCatalog, 'choose' | 'usersAmong'>
  settings: Pick<SiteSettings, 'readFor'>
}

const MIN_SEARCH_LENGTH = 2
const MAX_CANDIDATES = 100
const OFFERED = 10
const ENDED_AT_ONCE = 500

export function ownerRoutes(app: App, parts: OwnerRouteParts): void {
  const { shares, chats, store } = parts
  const own = async (account: Account, id: string): Promise<StoredChat> => {
    const chat = await chats.find(account.id, id)
    if (!chat) throw new ChatappRefused('chat_missing')
    return chat
  }

  app.handle(readShare, async ({ visitor: { account }, params }) =>
    shares.read(account.id, (await own(account, params.id)).id),
  )

  app.handle(shareChat, async ({ visitor: { account }, params, body, request }) => {
    const chat = await own(account, params.id)
    await checkMayShare(parts, account)
    const share = unwrapChatapp(await shares.put(account, chat, body))
    if (!namesNothing(request.body)) return share
    const shared = await chats.read(account.id, chat.id)
    if (!shared) throw new ChatappRefused('chat_missing')
    return chatView(shared, processTurns)
  })

  app.handle(endAllShares, async ({ visitor: { account } }) => {
    const shared = await chats.list({ ownerId: account.id, archived: null, shared: true })
    const ids = shared.map(({ id }) => id)
    for (let from = 0; from < ids.length; from += ENDED_AT_ONCE)
      await shares.end(account.id, ids.slice(from, from + ENDED_AT_ONCE), 'by_owner')
    return true
  })

  app.handle(endShare, async ({ visitor: { account }, params }) => {
    const chat = await own(account, params.id)
    return (await shares.end(account.id, [chat.id], 'by_owner')).length > 0
  })

  app.handle(endShares, async ({ visitor: { account }, body }) => ({
    ids: await shares.end(account.id, body.ids, 'by_owner'),
  }))

  app.handle(listCandidates, async ({ visitor: { account }, params, query: { text } }) => {
    const model = readChatModel(await own(account, params.id))
    await checkMayShare(parts, account)
    if (text.length < MIN_SEARCH_LENGTH || model === null) return []
    return candidates(parts, account, { model, text })
  })

  app.handle(listShareRecords, ({ query }) => readRecords(store.db, query))
}

async function candidates(
  { accounts, models }: OwnerRouteParts,
  account: Account,
  { model: id, text }: { model: string; text: string },
) {
  const model = unwrapChatapp(await models.choose(account, id))
  const { accounts: found } = await accounts.list({
    query: text,
    orderBy: 'name',
    direction: 'asc',
    offset: 0,
    limit: MAX_CANDIDATES,
  })
  const others = found.filter((one) => one.id !== account.id && one.role !== 'pending')
  return (await models.usersAmong(others, model))
    .slice(0, OFFERED)
    .map(({ id, name, email }) => ({ id, name, email }))
}

export async function checkMayShare(
  { settings }: Pick<OwnerRouteParts, 'settings'>,
  account: Account,
): Promise<void> {
  if (account.role === 'admin') return
  const permissions = (await settings.readFor(account)).get('user.permissions')
  if (!isPermitted(permissions, 'chat', 'share')) throw new ChatappRefused('forbidden')
}
