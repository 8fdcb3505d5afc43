import { sql, type RawBuilder } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { ALL_HUBS } from './counting-locks.ts'
import { endOf, startOf } from './periods.ts'
import { sumsOf } from './whole-periods.ts'

export interface PartialStep {
  hubs: readonly string[]
  areAll: boolean
  step: 'hour' | 'day'
  since: EpochMs
  until: EpochMs
}

export interface PartialUsage {
  hubs: readonly HubUsage[]
  /** Counts each person once across all these Hubs. */
  people: number
  peopleGone: number
}

const ZERO_COUNTS = {
  turns: 0,
  tokens: 0,
  cost: 0,
  unpriced: 0,
  estimated: 0,
  chats: 0,
  people: 0,
  chatsGone: 0,
  peopleGone: 0,
}
const COUNTS = Object.keys(ZERO_COUNTS) as (keyof typeof ZERO_COUNTS)[]

type HubUsage = { hub: string } & typeof ZERO_COUNTS

interface Part extends PartialStep {
  byHour: EpochMs
}

export async function usageInPartialStep(
  { db }: Pick<Store, 'db'>,
  partial: PartialStep,
): Promise<PartialUsage> {
  if (partial.since >= partial.until) return { hubs: [], people: 0, peopleGone: 0 }
  const hour = endOf('hour', partial.since - 1)
  const isByHour = hour < partial.until && (await isCountedByHour(db, partial))
  const part = { ...partial, byHour: isByHour ? hour : partial.until }
  const [amounts, hours, chats, people] = await Promise.all([
    amountsOf(db, { ...part, until: part.byHour }).execute(),
    isByHour ? hoursOf(db, part, part.hubs).execute() : [],
    subjectsOf(db, part, 'chat').execute(),
    subjectsOf(db, part, 'person').execute(),
  ])
  const hubs = summed([
    ...amounts,
    ...hours,
    ...chats.map(({ hub, total, gone }) => ({ hub, chats: total, chatsGone: gone })),
    ...people.map(({ hub, total, gone }) => ({ hub, people: total, peopleGone: gone })),
  ])
  return { hubs, ...(await countPeople(db, part, hubs)) }
}

function summed(rows: readonly ({ hub: string } & Partial<HubUsage>)[]): HubUsage[] {
  const uses = new Map<string, HubUsage>()
  for (const { hub, ...more } of rows) {
    const use = uses.get(hub) ?? { hub, ...ZERO_COUNTS }
    for (const count of COUNTS) use[count] += more[count] ?? 0
    uses.set(hub, use)
  }
  return [...uses.values()]
}

async function isCountedByHour(db: Store['db'], { hubs, since }: PartialStep): Promise<boolean> {
  const missed = await db
    .selectFrom('usage_periods')
    .where('hub', 'in', hubs)
    .where('scope', '=', 'hub')
    .where('step', '=', 'day')
    .where('start_ms', '>=', startOf('day', since))
    .whereRef('turns', '!=', 'day_turns')
    .select('hub')
    .limit(1)
    .executeTakeFirst()
  return missed === undefined
}

const hoursOf = (db: Store['db'], { byHour, until }: Part, hubs: readonly string[]) =>
  db
    .selectFrom(
      sumsOf(db, { hubs, step: 'hour', since: byHour, until }).groupBy('hub').select('hub').as('hours'),
    )
    .select([
      'hub',
      'turns',
      'tokens',
      'cost',
      'unpriced',
      'estimated',
      'day_chats as chats',
      'day_people as people',
      'last_chats as chatsGone',
      'last_people as peopleGone',
    ])

function subjectsOf(db: Store['db'], part: Part, kind: 'chat' | 'person') {
  const subject = kind === 'chat' ? 'chat_id' : 'email'
  const there = turnsIn(db, { ...part, until: part.byHour })
    .where(subject, 'is not', null)
    .select(['hub', `${subject} as subject`])
    .distinct()
  return db
    .selectFrom(there.as('there'))
    .where(not(isInHours(part, kind, sql`there.hub`)))
    .groupBy('hub')
    .select(['hub', total, gone(isInLaterSteps(part, kind, sql`there.hub`))])
}

async function countPeople(
  db: Store['db'],
  part: Part,
  uses: readonly HubUsage[],
): Promise<Omit<PartialUsage, 'hubs'>> {
  const { hubs, areAll, byHour, until } = part
  if (hubs.length === 1) return { people: uses[0]?.people ?? 0, peopleGone: uses[0]?.peopleGone ?? 0 }
  const among = sql.join(areAll ? [ALL_HUBS] : hubs)
  const written = turnsIn(db, { ...part, until: byHour })
    .where('email', 'is not', null)
    .select('email as subject')
    .distinct()
  const byName = db
    .selectFrom('usage_presence')
    .where('hub', 'in', hubs)
    .where('kind', '=', 'person')
    .where('step', '=', 'day')
    .where('start_ms', '=', startOf('day', part.since))
    .where('last_hour_ms', '>=', byHour)
    .select('subject')
    .$castTo<{ subject: string | null }>()
  const isNamed = !areAll && byHour < until
  const [there, [hours]] = await Promise.all([
    db
      .selectFrom((isNamed ? written.union(byName) : written).as('there'))
      .$if(!isNamed, (query) => query.where(not(isInHours(part, 'person', among))))
      .select([total, gone(isInLaterSteps(part, 'person', among))])
      .executeTakeFirstOrThrow(),
    areAll && byHour < until ? hoursOf(db, part, [ALL_HUBS]).execute() : [],
  ])
  return {
    people: there.total + (hours?.people ?? 0),
    peopleGone: there.gone + (hours?.peopleGone ?? 0),
  }
}

type Condition = RawBuilder<boolean>

const isInHours = ({ since, until, byHour }: Part, kind: string, hubs: RawBuilder<unknown>): Condition =>
  byHour === until
    ? sql`1 = 0`
    : sql`exists (select 1 from usage_presence as later where later.hub in (${hubs}) and later.kind = ${kind}
        and later.step = 'day' and later.subject = there.subject and later.start_ms = ${startOf('day', since)}
        and later.last_hour_ms >= ${byHour})`

const isInLaterSteps = ({ step, until }: Part, kind: string, hubs: RawBuilder<unknown>): Condition =>
  sql`exists (select 1 from usage_presence as later where later.hub in (${hubs}) and later.kind = ${kind}
    and later.step = ${step} and later.subject = there.subject and later.start_ms >= ${until})`

const not = (condition: Condition): Condition => sql`not ${condition}`

const total = sql<number>`count(*)`.as('total')

const gone = (came: Condition) =>
  sql<number>`coalesce(sum(case when ${came} then 0 else 1 end), 0)`.as('gone')

type LedgerPart = Pick<PartialStep, 'hubs' | 'since' | 'until'>

const turnsIn = (db: Store['db'], { hubs, since, until }: LedgerPart) =>
  db
    .selectFrom('usage_turns')
    .where('hub', 'in', hubs)
    .where('started_at_ms', '>=', since)
    .where('started_at_ms', '<', until)

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
