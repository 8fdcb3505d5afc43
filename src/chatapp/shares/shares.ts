import type { Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'
import { lockChat, type StoredChat } from '#chatapp/chats/chat.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { agentsOf, type ShareGate } from './gate.ts'
import { recordAct, type RecordedAct } from './records.ts'
import type { OwnShare, ShareForm } from './schema.ts'
import { rowOf, shareOf, type ChatShare } from './share.ts'
import { branchOf, storeCopy, shownOf, type ShownParts } from './shown.ts'

export interface SharesParts extends ShownParts {
  store: Store
  clock: Clock
  accounts: Pick<Accounts, 'find' | 'findAll'>
  gate: Pick<ShareGate, 'mayUse'>
  events: Pick<ChatappEvents, 'shareChanged'>
}

export type ShareRefusal =
  | 'chat_missing'
  | 'share_without_agent'
  | 'share_without_people'
  | 'share_person_missing'
  | 'too_many_shares'
  | 'model_not_found'
  | 'agent_unreachable'
  | 'model_away'

const MAX_SHARES = 500
const OPENINGS_TOLD = 100

export type Shares = ReturnType<typeof createShares>

export function createShares(parts: SharesParts) {
  const { store, accounts, events } = parts
  const shareOfChat = async (ownerId: string, chatId: string): Promise<ChatShare | null> => {
    const row = await store.db
      .selectFrom('chatapp_shares')
      .selectAll()
      .where('chat_id', '=', chatId)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return row ? shareOf(row) : null
  }

  const end = async (ownerId: string, chatIds: readonly string[], why: string): Promise<string[]> => {
    const email = (await accounts.find(ownerId))?.email ?? ownerId
    const ended = await store.transaction(async (tx) => {
      const rows = await tx
        .deleteFrom('chatapp_shares')
        .where('user_id', '=', ownerId)
        .where('chat_id', 'in', chatIds)
        .returningAll()
        .execute()
      if (rows.length === 0) return []
      const ids = rows.map(({ chat_id }) => chat_id)
      await tx.updateTable('chatapp_chats').set({ share_id: null }).where('id', 'in', ids).execute()
      const act = { owner: email, actor: email, act: 'ended', details: { why } } as const
      for (const row of rows) await recordAct(tx, parts.clock, { ...act, share: shareOf(row) })
      return rows
    })
    for (const row of ended) events.shareChanged({ share: row.id, chat: row.chat_id, change: 'ended' })
    return ended.map(({ chat_id }) => chat_id)
  }

  return {
    async read(ownerId: string, chatId: string): Promise<OwnShare | null> {
      const share = await shareOfChat(ownerId, chatId)
      return share && ownView(store.db, share)
    },

    async put(owner: Account, chat: StoredChat, form: ShareForm): Promise<Result<OwnShare, ShareRefusal>> {
      const branch = await branchOf(parts, chat)
      const people = form.audience === 'people' ? [...new Set(form.people)] : []
      const refusal = await refusalOf(parts, { owner, chat, form, people })
      if (refusal) return refused(refusal)
      const stored = await store.transaction((tx) =>
        storeShare(tx, parts, { owner, chat, form, people, branch }),
      )
      if (!stored.ok) return stored
      const { share, change } = stored.value
      events.shareChanged({ share: share.id, chat: chat.id, change })
      return accepted(await ownView(store.db, share))
    },

    end,

    /** Must run before the account is deleted, because the audit record needs its e-mail. */
    async endAllOf(ownerId: string): Promise<void> {
      const rows = await store.db
        .selectFrom('chatapp_shares')
        .select('chat_id')
        .where('user_id', '=', ownerId)
        .execute()
      if (rows.length > 0)
        await end(
          ownerId,
          rows.map(({ chat_id }) => chat_id),
          'account_deleted',
        )
    },
  }
}

interface Draft {
  owner: Account
  chat: StoredChat
  form: ShareForm
  people: readonly string[]
}

/** People cannot share a chat that they may no longer read. */
async function refusalOf(
  parts: SharesParts,
  { owner, chat, form, people }: Draft,
): Promise<ShareRefusal | null> {
  if (form.audience === 'people' && people.length === 0) return 'share_without_people'
  const live = { copyTitle: null } as ChatShare
  const models = await agentsOf(await shownOf(parts, live, chat), chat)
  if (models.length === 0) return 'share_without_agent'
  const own = await parts.gate.mayUse(owner, models)
  if (own) return own === 'share_missing' ? 'model_not_found' : own
  const found = await parts.accounts.findAll(people)
  if (found.length < people.length || people.includes(owner.id)) return 'share_person_missing'
  for (const person of found) {
    if (person.role === 'pending') return 'share_person_missing'
    const refusal = await parts.gate.mayUse(person, models)
    if (refusal) return refusal === 'share_missing' ? 'share_person_missing' : refusal
  }
  return null
}

type Kept = Result<{ share: ChatShare; change: 'made' | 'changed' }, ShareRefusal>

async function storeShare(
  tx: Transaction<Tables>,
  { clock }: Pick<SharesParts, 'clock'>,
  { owner, chat, form, people, branch }: Draft & { branch: Awaited<ReturnType<typeof branchOf>> },
): Promise<Kept> {
  await lockAccount(tx, owner.id)
  const locked = await lockChat(tx, owner.id, chat.id)
  if (!locked) return refused('chat_missing')
  const rows = () => tx.selectFrom('chatapp_shares').where('user_id', '=', owner.id)
  const row = await rows().selectAll().where('chat_id', '=', chat.id).executeTakeFirst()
  const before = row ? shareOf(row) : null
  const { count } = await rows()
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (!before && count >= MAX_SHARES) return refused('too_many_shares')

  const now = epochSeconds(clock)
  const copies = !form.live && (form.renew || before === null || before.copyTitle === null)
  const share: ChatShare = {
    id: before?.id ?? newId(),
    chatId: chat.id,
    ownerId: owner.id,
    audience: form.audience,
    copyTitle: form.live ? null : copies ? locked.title : before!.copyTitle,
    showsDetails: form.details,
    createdAt: before?.createdAt ?? now,
    changedAt: before && !copies && form.live === (before.copyTitle === null) ? before.changedAt : now,
  }
  await tx
    .insertInto('chatapp_shares')
    .values(rowOf(share))
    .onConflict((conflict) => conflict.column('id').doUpdateSet(rowOf(share)))
    .execute()
  if (copies || form.live) await storeCopy(tx, share.id, form.live ? [] : branch)
  await storePeople(tx, share.id, people, now)
  await tx.updateTable('chatapp_chats').set({ share_id: share.id }).where('id', '=', chat.id).execute()
  const change = before ? 'changed' : 'made'
  await recordAct(tx, clock, await actOf(tx, { share, owner, change, people, renewed: copies }))
  return accepted({ share, change })
}

async function storePeople(tx: Transaction<Tables>, shareId: string, people: readonly string[], now: number) {
  await tx.deleteFrom('chatapp_share_people').where('share_id', '=', shareId).execute()
  if (people.length === 0) return
  const rows = people.map((user_id) => ({ share_id: shareId, user_id, added_at: now }))
  await tx.insertInto('chatapp_share_people').values(rows).execute()
}

async function actOf(
  tx: Transaction<Tables>,
  {
    share,
    owner,
    change,
    people,
    renewed,
  }: {
    share: ChatShare
    owner: Account
    change: 'made' | 'changed'
    people: readonly string[]
    renewed: boolean
  },
): Promise<RecordedAct> {
  const emails =
    people.length === 0
      ? []
      : await tx
          .selectFrom('chatapp_users')
          .select('email')
          .where('id', 'in', people)
          .orderBy('email')
          .execute()
  const details = {
    audience: share.audience,
    people: emails.map(({ email }) => email),
    live: share.copyTitle === null,
    details: share.showsDetails,
    renewed,
  }
  return { share, owner: owner.email, actor: owner.email, act: change, details }
}

async function ownView(db: Store['db'], share: ChatShare): Promise<OwnShare> {
  const people = await db
    .selectFrom('chatapp_share_people')
    .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_share_people.user_id')
    .select(['chatapp_users.id', 'chatapp_users.name', 'chatapp_users.email'])
    .where('share_id', '=', share.id)
    .orderBy('chatapp_users.name')
    .execute()
  const openings = await db
    .selectFrom('chatapp_share_openings')
    .innerJoin('chatapp_users', 'chatapp_users.id', 'chatapp_share_openings.user_id')
    .select(['chatapp_users.name', 'chatapp_users.email', 'opened_at'])
    .where('share_id', '=', share.id)
    .orderBy('opened_at', 'desc')
    .limit(OPENINGS_TOLD)
    .execute()
  return {
    id: share.id,
    chat_id: share.chatId,
    audience: share.audience,
    people,
    live: share.copyTitle === null,
    details: share.showsDetails,
    created_at: share.createdAt,
    changed_at: share.changedAt,
    openings,
  }
}
