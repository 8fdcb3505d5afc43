import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import { readChatModel, type StoredChat } from '#chatapp/chats/chat.ts'
import type { About } from '#chatapp/models/about.ts'
import { shareOf, type ChatShare } from './share.ts'
import { sharedChat, shownOf, type ShownChat, type ShownParts } from './shown.ts'

export interface GateParts extends ShownParts {
  store: Pick<Store, 'db'>
  accounts: Pick<Accounts, 'find'>
  about: Pick<About, 'checkAccess'>
  isBlocked(email: string): Promise<boolean>
}

export interface OpenedShare {
  share: ChatShare
  chat: StoredChat
  owner: Account
  shown: ShownChat
  models: readonly string[]
  isOwn: boolean
}

export type ReadingRefusal = 'share_missing' | 'agent_unreachable' | 'model_away'

export type ShareGate = ReturnType<typeof createShareGate>

/**
 * A reader must be in the audience, and reader and owner must have access to all agents that wrote the shown answers.
 * Missing and forbidden chats get the same response.
 */
export function createShareGate(parts: GateParts) {
  const { db } = parts.store
  const isMeant = async ({ id, audience }: ChatShare, account: Account): Promise<boolean> =>
    audience === 'all' ||
    (await db
      .selectFrom('chatapp_share_people')
      .select('user_id')
      .where('share_id', '=', id)
      .where('user_id', '=', account.id)
      .executeTakeFirst()) !== undefined

  const activeOwner = async ({ ownerId }: ChatShare): Promise<Account | null> => {
    const owner = await parts.accounts.find(ownerId)
    return owner === null || owner.role === 'pending' || (await parts.isBlocked(owner.email)) ? null : owner
  }

  /** Refuses an empty list of agents, because nothing would then limit the readers. */
  const refusalAmong = async (
    account: Account,
    models: readonly string[],
  ): Promise<ReadingRefusal | null> => {
    if (models.length === 0) return 'share_missing'
    for (const model of models) {
      const entry = await parts.about.checkAccess(account, model)
      if (!entry.ok) return entry.refusal === 'model_not_found' ? 'share_missing' : entry.refusal
    }
    return null
  }

  const openShare = async (
    account: Account,
    share: ChatShare,
  ): Promise<Result<OpenedShare, ReadingRefusal>> => {
    const [chat, owner] = [await sharedChat(parts.store, share), await activeOwner(share)]
    const isOwn = share.ownerId === account.id
    if (!chat || !owner || !(isOwn || (await isMeant(share, account)))) return refused('share_missing')
    const shown = await shownOf(parts, share, chat)
    const models = await agentsOf(shown, chat)
    const refusal = isOwn
      ? null
      : ((await refusalAmong(account, models)) ?? (await refusalAmong(owner, models)))
    return refusal ? refused(refusal) : accepted({ share, chat, owner, shown, models, isOwn })
  }

  return {
    openShare,

    async open(account: Account, id: string): Promise<Result<OpenedShare, ReadingRefusal>> {
      const row = await db.selectFrom('chatapp_shares').selectAll().where('id', '=', id).executeTakeFirst()
      return row ? openShare(account, shareOf(row)) : refused('share_missing')
    },

    mayUse: refusalAmong,
  }
}

export async function agentsOf(
  shown: Pick<ShownChat, 'models'>,
  chat: Pick<StoredChat, 'extra'>,
): Promise<string[]> {
  const models = await shown.models()
  const last = readChatModel(chat)
  return models.length > 0 || last === null ? models : [last]
}
