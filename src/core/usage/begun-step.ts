import { sql } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { ALL_HUBS } from './counting-locks.ts'

/** The part of a step that a period begins within, up to the step's end. */
export interface BegunStep {
  hubs: readonly string[]
  /** Whether these are all Hubs there are. */
  areAll: boolean
  step: 'hour' | 'day'
  since: EpochMs
  until: EpochMs
}

/** Use in a part of a step, as no sum has it. */
export interface BegunUse {
  /** Hubs without a turn are left out. */
  hubs: readonly HubUse[]
  /** Over all the Hubs, each once. */
  people: number
  /** Of those, the ones that were not there later. */
  peopleGone: number
}

interface HubUse {
  hub: string
  turns: number
  tokens: number
  cost: number
  unpriced: number
  estimated: number
  chats: number
  people: number
  /** Chats and people that were not there in any later step. */
  chatsGone: number
  peopleGone: number
}

/** From the ledger itself: an hour or a day of it at most. */
export async function useInBegunStep({ db }: Pick<Store, 'db'>, part: BegunStep): Promise<BegunUse> {
  if (part.since >= part.until) return { hubs: [], people: 0, peopleGone: 0 }
  const turns = turnsIn(db, part)
  const chats = turns.select(['hub', 'chat_id as subject']).distinct()
  const people = turns.where('email', 'is not', null).select(['hub', 'email as subject']).distinct()
  const everybody = turns.where('email', 'is not', null).select('email as subject').distinct()
  /** Whether a subject was there in a later step. */
  const came = (kind: 'chat' | 'person', hubs: ReturnType<typeof sql>) => sql<boolean>`exists (
    select 1 from usage_presence as later where later.hub in (${hubs}) and later.kind = ${kind}
      and later.step = ${part.step} and later.subject = there.subject and later.start_ms >= ${part.until})`
  const [amountOf, chatsOf, peopleOf, all] = await Promise.all([
    amountsOf(db, part).execute(),
    db
      .selectFrom(chats.as('there'))
      .groupBy('hub')
      .select(['hub', total, gone(came('chat', sql`there.hub`))])
      .execute(),
    db
      .selectFrom(people.as('there'))
      .groupBy('hub')
      .select(['hub', total, gone(came('person', sql`there.hub`))])
      .execute(),
    db
      .selectFrom(everybody.as('there'))
      .select([total, gone(came('person', sql.join(part.areAll ? [ALL_HUBS] : part.hubs)))])
      .executeTakeFirstOrThrow(),
  ])
  const none = { total: 0, gone: 0 }
  return {
    hubs: amountOf.map((amount) => {
      const chats = chatsOf.find(({ hub }) => hub === amount.hub) ?? none
      const people = peopleOf.find(({ hub }) => hub === amount.hub) ?? none
      return {
        ...amount,
        chats: chats.total,
        people: people.total,
        chatsGone: chats.gone,
        peopleGone: people.gone,
      }
    }),
    people: all.total,
    peopleGone: all.gone,
  }
}

type LedgerPart = Pick<BegunStep, 'hubs' | 'since' | 'until'>

const turnsIn = (db: Store['db'], { hubs, since, until }: LedgerPart) =>
  db
    .selectFrom('usage_turns')
    .where('hub', 'in', hubs)
    .where('started_at_ms', '>=', since)
    .where('started_at_ms', '<', until)

/** What adds up, by Hub. */
export const amountsOf = (db: Store['db'], part: LedgerPart) =>
  turnsIn(db, part)
    .groupBy('hub')
    .select([
      'hub',
      sql<number>`count(*)`.as('turns'),
      sql<number>`sum(input_tokens + output_tokens)`.as('tokens'),
      sql<number>`coalesce(sum(cost_micro_usd), 0)`.as('cost'),
      sql<number>`count(*) - count(cost_micro_usd)`.as('unpriced'),
      sql<number>`sum(is_estimated)`.as('estimated'),
    ])

const total = sql<number>`count(*)`.as('total')

const gone = (came: ReturnType<typeof sql<boolean>>) =>
  sql<number>`coalesce(sum(case when ${came} then 0 else 1 end), 0)`.as('gone')
