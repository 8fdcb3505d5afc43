import { sql, type Kysely, type RawBuilder } from 'kysely'

/** Prices of turns, running sums of usage per Hub, person and task, and the budgets they are held against. */
export async function budgetTables(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable('usage_turns').addColumn('cost_micro_usd', 'bigint').execute()
  await db.schema.alterTable('usage_turns').addColumn('price_version', 'text').execute()
  await db.schema
    .alterTable('usage_turns')
    .addColumn('cache_write_tokens', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  let periods = db.schema
    .createTable('usage_periods')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
  for (const sum of SUMS)
    periods = periods.addColumn(sum, 'bigint', (column) => column.notNull().defaultTo(0))
  await periods
    .addPrimaryKeyConstraint('usage_periods_key', ['hub', 'scope', 'step', 'start_ms', 'subject'])
    .execute()

  await db.schema
    .createTable('usage_presence')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('start_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_presence_key', ['hub', 'kind', 'step', 'subject', 'start_ms'])
    .execute()
  await db.schema
    .createIndex('usage_presence_by_start_ms')
    .on('usage_presence')
    .columns(['hub', 'kind', 'step', 'start_ms', 'subject'])
    .execute()

  await db.schema
    .createTable('budgets')
    .addColumn('hub', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('unit', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint')
    .addColumn('set_by', 'text')
    .addColumn('set_at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('budgets_key', ['hub', 'source', 'scope', 'subject', 'period', 'unit'])
    .execute()

  await sumEarlierTurns(db)
}

const SUMS = [
  'turns',
  'tokens',
  'cost_micro_usd',
  'unpriced_turns',
  'chats',
  'people',
  'last_chats',
  'last_people',
] as const

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Turns recorded before there were prices have none, but for those of the offline model, which is free. */
async function sumEarlierTurns(db: Kysely<any>): Promise<void> {
  await sql`update usage_turns set cost_micro_usd = 0 where model like 'offline%'`.execute(db)
  const { first, last } = await db
    .selectFrom('usage_turns')
    .select((eb) => [eb.fn.min('started_at_ms').as('first'), eb.fn.max('started_at_ms').as('last')])
    .executeTakeFirstOrThrow()
  if (first === null) return
  for (const [step, lengthMs, reachMs] of [
    ['hour', HOUR_MS, 3 * DAY_MS],
    ['day', DAY_MS, 40 * DAY_MS],
  ] as const) {
    const start = sql`started_at_ms - started_at_ms % ${sql.lit(lengthMs)}`
    await sumInto(db, { step, start, within: sql`1 = 1` })
    await presenceInto(db, { step, start, since: monthOf(last - reachMs, 0) })
  }
  for (let start = monthOf(first, 0); start <= last; start = monthOf(start, 1)) {
    const until = sql.lit(monthOf(start, 1))
    // A bare number would name the place of a column.
    const within = sql`started_at_ms >= ${sql.lit(start)} and started_at_ms < ${until}`
    await sumInto(db, { step: 'month', start: sql`cast(${sql.lit(start)} as bigint)`, within })
  }
}

type Sql = RawBuilder<unknown>

async function sumInto(
  db: Kysely<any>,
  { step, start, within }: { step: string; start: Sql; within: Sql },
): Promise<void> {
  const sums = sql`count(*), sum(input_tokens + output_tokens), sum(coalesce(cost_micro_usd, 0)),
    sum(case when cost_micro_usd is null then 1 else 0 end)`
  const into = sql`insert into usage_periods
    (hub, scope, step, start_ms, subject, turns, tokens, cost_micro_usd, unpriced_turns)`
  const name = sql.lit(step)
  await sql`${into} select hub, 'hub', ${name}, ${start}, '', ${sums} from usage_turns
    where ${within} group by hub, ${start}`.execute(db)
  if (step === 'hour') return
  await sql`${into} select hub, 'person', ${name}, ${start}, email, ${sums} from usage_turns
    where ${within} and email is not null group by hub, email, ${start}`.execute(db)
}

/**
 * People and chats of each step, as far back as summaries reach; for people also over all Hubs, whose name is
 * `*` here.
 */
async function presenceInto(
  db: Kysely<any>,
  { step, start, since }: { step: string; start: Sql; since: number },
): Promise<void> {
  const name = sql.lit(step)
  for (const [hub, kind, subject] of [
    [sql`hub`, 'person', sql`email`],
    [sql`'*'`, 'person', sql`email`],
    [sql`hub`, 'chat', sql`chat_id`],
  ] as const)
    await sql`insert into usage_presence (hub, kind, step, subject, start_ms)
      select distinct ${hub}, ${sql.lit(kind)}, ${name}, ${subject}, ${start} from usage_turns
      where ${subject} is not null and started_at_ms >= ${sql.lit(since)}`.execute(db)
  await sql`insert into usage_periods (hub, scope, step, start_ms, subject)
    select distinct '*', 'hub', ${name}, start_ms, '' from usage_presence
    where hub = '*' and step = ${name}`.execute(db)
  for (const [kind, present, latest] of [
    ['person', 'people', 'last_people'],
    ['chat', 'chats', 'last_chats'],
  ] as const) {
    const there = sql`usage_presence where kind = ${sql.lit(kind)} and step = ${name}`
    const newest = sql`(select hub, subject, max(start_ms) as start_ms from ${there} group by hub, subject) newest`
    for (const [column, from] of [
      [present, there],
      [latest, newest],
    ] as const)
      await sql`update usage_periods set ${sql.ref(column)} = counted.number
        from (select hub, start_ms, count(*) as number from ${from} group by hub, start_ms) counted
        where usage_periods.hub = counted.hub and usage_periods.start_ms = counted.start_ms
          and scope = 'hub' and step = ${name}`.execute(db)
  }
}

const monthOf = (at: number, more: number): number => {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + more)
}
