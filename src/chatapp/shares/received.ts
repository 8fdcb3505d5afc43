import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { createShareGate, type GateParts, type OpenedShare } from './gate.ts'
import { recordAct } from './records.ts'
import type { ReceivedShare } from './schema.ts'
import { shareOf, type ChatShare } from './share.ts'

const MAX_LISTED_SHARES = 200

export interface ReceivedParts extends GateParts {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  events: Pick<ChatappEvents, 'shareOpened'>
}

export type Received = ReturnType<typeof createReceived>

export function createReceived(parts: ReceivedParts) {
  const { store, clock, events } = parts
  return {
    /** Shares for everyone are listed only after the person has opened them. */
    async list(account: Account): Promise<ReceivedShare[]> {
      const gate = createShareGate({ ...parts, about: cachePerRequest(parts.about) })
      const list: ReceivedShare[] = []
      for (const share of await knownTo(store, account)) {
        const opened = await gate.openShare(account, share)
        if (opened.ok) list.push(receivedView(opened.value))
      }
      return list
    },

    async recordOpening({ share, owner, isOwn }: OpenedShare, account: Account): Promise<void> {
      if (isOwn) return
      const isFirst = await store.transaction(async (tx) => {
        const added = await tx
          .insertInto('chatapp_share_openings')
          .values({ share_id: share.id, user_id: account.id, opened_at: epochSeconds(clock) })
          .onConflict((conflict) => conflict.columns(['share_id', 'user_id']).doNothing())
          .returning('user_id')
          .executeTakeFirst()
        if (!added) return false
        await recordAct(tx, clock, { share, owner: owner.email, actor: account.email, act: 'opened' })
        return true
      })
      if (isFirst) events.shareOpened({ share: share.id, chat: share.chatId, account: account.id })
    },
  }
}

function cachePerRequest(about: GateParts['about']): GateParts['about'] {
  const answers = new Map<string, ReturnType<typeof about.checkAccess>>()
  return {
    checkAccess(account, model) {
      const key = JSON.stringify([account.id, model])
      const known = answers.get(key) ?? about.checkAccess(account, model)
      answers.set(key, known)
      return known
    },
  }
}

async function knownTo({ db }: Pick<Store, 'db'>, account: Account): Promise<ChatShare[]> {
  const named = db.selectFrom('chatapp_share_people').select('share_id').where('user_id', '=', account.id)
  const seen = db.selectFrom('chatapp_share_openings').select('share_id').where('user_id', '=', account.id)
  const rows = await db
    .selectFrom('chatapp_shares')
    .selectAll()
    .where('id', 'in', named.union(seen))
    .where('user_id', '!=', account.id)
    .where(({ or, eb }) => or([eb('audience', '=', 'all'), eb('id', 'in', named)]))
    .orderBy('changed_at', 'desc')
    .orderBy('id')
    .limit(MAX_LISTED_SHARES)
    .execute()
  return rows.map(shareOf)
}

export const receivedView = ({ share, chat, owner, models }: OpenedShare): ReceivedShare => ({
  id: share.id,
  title: share.copyTitle ?? chat.title,
  owner: owner.name,
  live: share.copyTitle === null,
  model: models[0] ?? null,
  shared_at: share.changedAt,
})
