import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import { statsOf } from './chat-stats.ts'
import {
  countByDay,
  countByModel,
  countByPerson,
  countTokens,
  exportChatStats,
  readChatStats,
  readOwnUsage,
  summarizeCounts,
} from './contract.ts'
import { ownUsage } from './own-usage.ts'
import type { SpanQuery } from './schema.ts'
import { sumTurns, turnsByDay, turnsByHub, turnsByPerson, type Span } from './turn-counts.ts'

const DAY_MS = 86_400_000
const DEFAULT_DAYS = 30
const DEFAULT_OWN_DAYS = 365
const CHATS_PER_PAGE = 10
const WHOLE = { isHeavy: true }

export interface StatisticsRouteParts {
  store: Pick<Store, 'slowReads'>
  clock: Clock
  accounts: Pick<Accounts, 'findAllByEmail'>
  chats: Pick<StoredChats, 'read' | 'list'>
}

export function statisticsRoutes(app: App, parts: StatisticsRouteParts): void {
  const { clock, accounts } = parts
  const db = parts.store.slowReads
  chatRoutes(app, parts)

  app.handle(countByModel, async ({ query }) => ({
    models: (await turnsByHub(db, spanOf(clock, query))).map(({ hub, turns, people, chats }) => ({
      model_id: hub,
      count: turns,
      unique_users: people,
      unique_chats: chats,
    })),
  }))

  app.handle(countByPerson, async ({ query }) => {
    const people = await turnsByPerson(db, spanOf(clock, query), query.limit)
    const found = await accounts.findAllByEmail(people.map(({ email }) => email!))
    const users = people.map(({ email, turns, input, output }, at) => {
      const account = found[at]
      const tokens = { input_tokens: input, output_tokens: output, total_tokens: input + output }
      return { user_id: account?.id ?? '', name: account?.name ?? null, email, count: turns, ...tokens }
    })
    return { users }
  })

  app.handle(summarizeCounts, async ({ query }) => {
    const { turns, chats, hubs, people } = await sumTurns(db, spanOf(clock, query))
    return { total_messages: turns, total_chats: chats, total_models: hubs, total_users: people }
  })

  app.handle(countByDay, async ({ query }) => ({
    data: (await turnsByDay(db, spanOf(clock, query))).map(({ at, agents }) => ({
      date: new Date(at).toISOString().slice(0, 10),
      models: Object.fromEntries(agents.map(({ hub, turns }) => [hub, turns])),
    })),
  }))

  app.handle(countTokens, async ({ query }) => {
    const models = (await turnsByHub(db, spanOf(clock, query))).map(({ hub, turns, input, output }) => ({
      model_id: hub,
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      message_count: turns,
    }))
    const sum = (name: 'input_tokens' | 'output_tokens' | 'total_tokens') =>
      models.reduce((total, counted) => total + counted[name], 0)
    return {
      models,
      total_input_tokens: sum('input_tokens'),
      total_output_tokens: sum('output_tokens'),
      total_tokens: sum('total_tokens'),
    }
  })

  app.handle(readOwnUsage, ({ visitor: { account }, query }) =>
    ownUsage(db, account.email, spanOf(clock, query, query.days ?? DEFAULT_OWN_DAYS)),
  )
}

function chatRoutes(app: App, { chats }: StatisticsRouteParts): void {
  app.handle(
    exportChatStats,
    async ({ visitor: { account }, query: { page, updated_at: since = 0 } }) => {
      const listed = await chats.list({ ownerId: account.id, archived: null })
      const changed = listed.filter(({ updatedAt }) => updatedAt >= since)
      const items = []
      for (const { id } of changed.slice((page - 1) * CHATS_PER_PAGE, page * CHATS_PER_PAGE)) {
        const chat = await chats.read(account.id, id)
        if (chat) items.push(statsOf(chat))
      }
      return { type: 'chats' as const, items, total: changed.length, page }
    },
    WHOLE,
  )

  app.handle(
    readChatStats,
    async ({ visitor: { account }, params }) => {
      const chat = await chats.read(account.id, params.id)
      if (!chat) throw new ChatappRefused('chat_missing')
      return statsOf(chat)
    },
    WHOLE,
  )
}

/** If the query has no start, the span covers `days` days in UTC. */
function spanOf(clock: Clock, { start_date: start, end_date: end }: SpanQuery, days = DEFAULT_DAYS): Span {
  const until = end === undefined ? Math.max(clock.now(), (start ?? 0) * 1000) : end * 1000 + 999
  const first = Math.max(0, until - (until % DAY_MS) - (days - 1) * DAY_MS)
  return { since: start === undefined ? first : start * 1000, until }
}
