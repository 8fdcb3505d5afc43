import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import { ALL_HUBS, lockCounting } from '#core/usage/counting-locks.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import type { RecordedTurn } from '#core/usage/turn-row.ts'
import { DAY_MS, HOUR_MS, startOf } from '#core/usage/periods.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { createSummarizeUsage, PERIODS, type UsageSpan } from '#core/usage/summary.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const HUBS = ['garden', 'orchard', 'attic'] as const

const NOW = Date.UTC(2026, 2, 2, 10, 30)
const prices = await openPrices(null)

const edges = fc
  .tuple(
    fc.constantFrom(1, 7, 30),
    fc.integer({ min: -DAY_MS, max: DAY_MS }),
    fc.integer({ min: -1, max: 1 }),
  )
  .map(([days, by, more]) => days * DAY_MS + (by % 2 ? by : 0) + more)
  .filter((ago) => ago >= 0)

const turn: fc.Arbitrary<RecordedTurn> = fc
  .record({
    hub: fc.constantFrom(...HUBS),
    email: fc.constantFrom('ann@example.org', 'bob@example.org', 'svc:cron', null),
    chatId: fc.constantFrom('c1', 'c2', 'c3'),
    runId: fc.constantFrom(null, 'md:water:manual-1', 'md:prune:2', 'yaml-3'),
    model: fc.constantFrom('openai/gpt-4.1', 'compatible/llama', 'offline/offline'),
    input: fc.nat(100_000),
    output: fc.nat(10_000),
    ago: fc.oneof(fc.nat(3 * HOUR_MS), edges, fc.nat(33 * DAY_MS)),
  })
  .map(({ ago, ...rest }) => ({
    ...rest,
    surface: 'chatapp',
    cached: 0,
    reasoning: 0,
    outcome: 'stop',
    startedAt: NOW - ago,
    durationMs: 1,
  }))

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ by: fc.nat(1), turn }) },
    { weight: 1, arbitrary: fc.record({ by: fc.nat(1), flush: fc.constant(true) }) },
    { weight: 1, arbitrary: fc.record({ by: fc.nat(1), wasEarlier: fc.constant(true) }) },
  ),
  { minLength: 1, maxLength: 40 },
)

for (const backend of BACKENDS)
  describe(`sums of usage on ${backend.kind}`, { skip: backend.skip }, () => {
    test('sums equal the total of the turns, for any writers and any order [usage.sums]', async (t) => {
      const store = await openTestStore(t, backend)
      const runs = backend.kind === 'sqlite' ? 60 : 25
      await fc.assert(
        fc.asyncProperty(steps, async (script) => {
          await empty(store)
          await write(store, script)
          assert.deepEqual(await sums(store), added(await turnsOf(store)))
          await checkSummaries(store)
        }),
        { numRuns: runs, endOnFailure: backend.kind === 'postgres' },
      )
    })

    test('a summary reads no more of the turns than the hour in which its period begins [usage.read-by-hour]', async (t) => {
      const store = await openTestStore(t, backend)
      const turns = fc.sample(turn, { numRuns: 400, seed: 11 })
      await write(
        store,
        turns.map((turn, n) => ({ by: n % 2, turn })),
      )
      const before = await summaries(store)
      const begun = Object.values(PERIODS).flatMap(({ lengthMs }) => [NOW - lengthMs, NOW - 2 * lengthMs])
      const kept = (await turnsOf(store)).filter(({ started_at_ms: at }) =>
        begun.some((since) => startOf('hour', at) === startOf('hour', since)),
      )
      assert.ok(kept.length > 10 && kept.length < turns.length / 2)
      await store.db
        .deleteFrom('usage_turns')
        .where(
          'id',
          'not in',
          kept.map(({ id }) => id),
        )
        .execute()
      assert.deepEqual(await summaries(store), before)
    })
  })

const SPANS: readonly UsageSpan[] = Object.keys(PERIODS).flatMap((period) =>
  [['garden'], ['garden', 'orchard'], ['attic', 'garden', 'orchard']].map((hubs) => ({
    hubs,
    areAll: hubs.length === 3,
    period: period as keyof typeof PERIODS,
  })),
)

const summarize = (store: Store, span: UsageSpan) =>
  createSummarizeUsage({ store, clock: { now: () => NOW } })(span)

const summaries = (store: Store) => Promise.all(SPANS.map((span) => summarize(store, span)))

async function write(
  store: Store,
  script: readonly ({ by: number } & ({ turn: RecordedTurn } | { flush: true } | { wasEarlier: true }))[],
) {
  const ledgers = [0, 1].map(() => createUsageLedger({ store, newId, prices }))
  const flushing: Promise<void>[] = []
  for (const step of script)
    if ('turn' in step) ledgers[step.by]!.record(step.turn)
    else if ('flush' in step) flushing.push(ledgers[step.by]!.flush())
    else {
      await Promise.all(flushing)
      await asOfAnEarlierRelease(store)
    }
  await Promise.all(flushing)
  for (const ledger of ledgers) await ledger[Symbol.asyncDispose]()
}

const asOfAnEarlierRelease = (store: Store) =>
  store.transaction(async (tx) => {
    await lockCounting(tx, HUBS) // in the same order as all writers, to avoid deadlocks
    await lockCounting(tx, [ALL_HUBS])
    await tx.updateTable('usage_periods').set({ day_turns: 0, day_chats: 0, day_people: 0 }).execute()
    await tx.updateTable('usage_presence').set({ last_hour_ms: null }).execute()
  })

async function empty({ db }: Store) {
  for (const table of ['usage_turns', 'usage_periods', 'usage_presence'] as const)
    await db.deleteFrom(table).execute()
}

const turnsOf = ({ db }: Store) => db.selectFrom('usage_turns').selectAll().execute()
type Row = Awaited<ReturnType<typeof turnsOf>>[number]

async function sums({ db }: Store): Promise<Record<string, number[]>> {
  const rows = await db.selectFrom('usage_periods').selectAll().where('hub', '!=', '*').execute()
  return Object.fromEntries(
    rows.map((row) => [
      [row.hub, row.scope, row.step, row.start_ms, row.subject].join(' '),
      [row.turns, row.tokens, row.cost_micro_usd, row.unpriced_turns],
    ]),
  )
}

function added(rows: readonly Row[]): Record<string, number[]> {
  const all = new Map<string, number[]>()
  for (const row of rows)
    for (const [scope, subject, steps] of [
      ['hub', '', ['hour', 'day', 'month']],
      ['person', row.email, ['day', 'month']],
      ['task', row.run_id?.match(/^md:[^:]+/)?.[0] ?? null, ['day', 'month']],
    ] as const)
      for (const step of subject === null ? [] : steps) {
        const key = [row.hub, scope, step, startOf(step, row.started_at_ms), subject].join(' ')
        const [turns = 0, tokens = 0, cost = 0, unpriced = 0] = all.get(key) ?? []
        const isUnpriced = row.cost_micro_usd === null ? 1 : 0
        all.set(key, [
          turns + 1,
          tokens + row.input_tokens + row.output_tokens,
          cost + (row.cost_micro_usd ?? 0),
          unpriced + isUnpriced,
        ])
      }
  return Object.fromEntries(all)
}

async function checkSummaries(store: Store) {
  const rows = await turnsOf(store)
  for (const span of SPANS) {
    const { period, hubs } = span
    const { step, lengthMs: length } = PERIODS[period]
    const { since, until, totals, before, byStep } = await summarize(store, span)
    assert.deepEqual([since, until], [NOW - length, NOW])
    const within = rows.filter((row) => hubs.includes(row.hub) && row.started_at_ms >= since)
    assert.deepEqual([totals.chats, totals.activePeople], counted(within), `${period} ${hubs.join()}`)
    assert.equal(totals.turns, within.length)
    const earlier = rows.filter(
      ({ hub, started_at_ms: at }) => hubs.includes(hub) && at < since && at >= since - length,
    )
    assert.deepEqual([before.turns, before.tokens, before.costMicroUsd], amounts(earlier), `before ${period}`)
    const expected = Map.groupBy(within, (row) => startOf(step, row.started_at_ms))
    assert.deepEqual(
      [...byStep].map(([at, { chats, activePeople }]) => [at, chats, activePeople]).toSorted(byStart),
      [...expected].map(([at, some]) => [at, ...counted(some)]).toSorted(byStart),
    )
  }
}

const byStart = ([a]: number[], [b]: number[]) => a! - b!

const amounts = (rows: readonly Row[]) => [
  rows.length,
  rows.reduce((sum, row) => sum + row.input_tokens + row.output_tokens, 0),
  rows.reduce((sum, row) => sum + (row.cost_micro_usd ?? 0), 0),
]

const counted = (rows: readonly Row[]): [number, number] => [
  new Set(rows.map((row) => `${row.hub} ${row.chat_id}`)).size,
  new Set(rows.flatMap((row) => row.email ?? [])).size,
]
