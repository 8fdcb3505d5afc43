// `node bench/usage.ts [turns] [postgres]`: measures summaries, budget checks and writes with 1,000,000 turns.
import { sql } from 'kysely'
import { newId } from '#ground/base/ids.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { createBudgets } from '#core/usage/budgets/budgets.ts'
import { readBudgetNotices } from '#core/usage/budgets/notices.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import { DAY_MS } from '#core/usage/periods.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { createSummarizeUsage } from '#core/usage/summary.ts'
import { figure } from './support/figures.ts'
import { measureAlone } from './support/quiet.ts'
import { quantile } from './support/statistics.ts'
import { newStore } from './support/store.ts'

const TURNS = Number(process.argv[2] ?? 1_000_000)
const HUBS = 100
const PEOPLE = 5000
const TIMES = 40

measureAlone()
const location = await newStore()
const now = Date.now()
const clock = { now: () => Date.now() }
const hubs = Array.from({ length: HUBS }, (_, n) => `hub-${n}`)
await using store = await openStore(location)
const seeding = performance.now()
await seed(store)
if (location.kind === 'postgres') await sql`analyze`.execute(store.db)
console.log(`${TURNS} turns written in ${seconds(seeding)} s`)
await timeSummaries(store)
await timeBudgets(store)
await timeWrites(store)

async function seed(store: Store) {
  await using ledger = createUsageLedger({ store, newId, prices: await openPrices(null) })
  for (let n = 0; n < TURNS; n++) {
    const chat = Math.floor(n / 5)
    ledger.record({
      ...turn(n),
      hub: `hub-${chat % 2 === 0 ? 0 : chat % HUBS}`,
      email: `person${(chat * 7) % PEOPLE}@example.org`,
      chatId: `chat-${chat}`,
      startedAt: Math.round(now - 31 * DAY_MS * (1 - n / TURNS)),
    })
    if (n % 10_000 === 0) await ledger.flush()
  }
}

async function timeSummaries(store: Store) {
  for (const [name, period, some, areAll] of [
    ['30d, all Hubs', '30d', hubs, true],
    ['30d, one Hub', '30d', ['hub-0'], false],
    ['30d, two Hubs of many', '30d', ['hub-0', 'hub-1'], false],
    ['30d, five small Hubs', '30d', ['hub-1', 'hub-3', 'hub-5', 'hub-7', 'hub-9'], false],
    ['7d, all Hubs', '7d', hubs, true],
    ['24h, all Hubs', '24h', hubs, true],
  ] as const) {
    await timed(`summary ${name}`, () =>
      createSummarizeUsage({ store, clock })({ hubs: some, areAll, period }),
    )
  }
}

async function timeBudgets(store: Store) {
  const prices = await openPrices(null)
  const budgets = createBudgets({ store, clock, prices, instance: null, recordChange: async () => {} })
  const limits = (['hub', 'person'] as const).flatMap((scope) =>
    (['day', 'month'] as const).flatMap((period) =>
      (['usd', 'tokens'] as const).map((unit) => ({ scope, subject: '', period, unit, amount: 1e12 })),
    ),
  )
  for (const hub of hubs) await budgets.setEnvironmentBudgets(hub, limits)
  await timed('notices of all Hubs', () => readBudgetNotices(store, hubs, now))
  const spender = { hub: 'hub-0', email: 'person7@example.org', task: null }
  await timed('check, store asked', () =>
    createBudgets({ store, clock, prices, instance: null, recordChange: async () => {} }).check(spender),
  )
  await budgets.check(spender)
  const started = performance.now()
  for (let n = 0; n < 100_000; n++) await budgets.check(spender)
  const micros = (performance.now() - started) / 100
  figure('warm check', micros)
  console.log(`check, warm, eight budgets: ${micros.toFixed(2)} µs`)
  const step = { input: 1000, output: 1000, leastOutput: 256, outputs: 1 }
  const used = { input: 0, output: 0, cached: 0 }
  await timed('hold and release, eight budgets', async () => {
    using spending = budgets.open({ ...spender, models: ['openai/gpt-4.1'], startedAt: now })
    await spending.reserve(used, step)
    await spending.release()
  })
}

async function timeWrites(store: Store) {
  const ledger = createUsageLedger({ store, newId, prices: await openPrices(null) })
  for (const [name, size] of [
    ['one by one', 1],
    ['a hundred at once', 100],
  ] as const) {
    const many = 5000
    const started = performance.now()
    for (let n = 0; n < many;) {
      for (let one = 0; one < size; one++, n++) ledger.record(turn(n))
      await ledger.flush()
    }
    console.log(
      `turns written ${name}: ${Math.round(many / ((performance.now() - started) / 1000))} a second`,
    )
  }
}

function turn(n: number) {
  return {
    hub: 'hub-0',
    email: `person${n % PEOPLE}@example.org`,
    surface: 'chatapp',
    chatId: `new-chat-${n % 1000}`,
    model: 'openai/gpt-4.1',
    input: 1000,
    output: 100,
    cached: 0,
    reasoning: 0,
    outcome: 'stop',
    startedAt: now,
    durationMs: 1000,
  }
}

async function timed(name: string, work: () => Promise<unknown>) {
  const times: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)]
  figure(`${name}, p95`, p95)
  console.log(`${name.padEnd(32)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`)
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1)
}
