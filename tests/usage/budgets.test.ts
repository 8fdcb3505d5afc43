import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { newId } from '#ground/base/ids.ts'
import type { Store } from '#ground/store/store.ts'
import { createBudgets, type BudgetCrossing } from '#core/usage/budgets/budgets.ts'
import { limitsFor, settingsOf, type BudgetKey, type BudgetSetting } from '#core/usage/budgets/limit.ts'
import { readBudgetNotices } from '#core/usage/budgets/notices.ts'
import type { BudgetSpending } from '#core/usage/budgets/spending.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import type { RecordedTurn } from '#core/usage/turn-row.ts'
import type { PricedTokens } from '#core/usage/prices/price.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { manualClock, type ManualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const START = Date.UTC(2026, 10, 20, 12)
const MODEL = 'openai/gpt-4.1' // per million tokens: 2 dollars for input, 8 for output
const prices = await openPrices(null)
const HUB_DAY: BudgetKey = { scope: 'hub', subject: '', period: 'day', unit: 'tokens' }
const ANN = { hub: 'garden', email: 'ann@example.com', task: null }

for (const backend of BACKENDS)
  describe(`budgets on ${backend.kind}`, { skip: backend.skip }, () => {
    test('usage that a process recorded counts at once, written or not [budgets.counted-at-once]', async (t) => {
      const { budgets, ledger } = processOver(await openTestStore(t, backend), manualClock(START))
      await budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, amount: 100 }])
      ledger.record(turn({ input: 99 }))
      assert.equal(await budgets.check(ANN), null)
      ledger.record(turn({ input: 1 }))
      assert.equal((await budgets.check(ANN))?.used, 100)
      await ledger.flush()
      assert.equal((await budgets.check(ANN))?.used, 100)
    })

    test('another process’s turns count within two seconds [budgets.two-processes]', async (t) => {
      const store = await openTestStore(t, backend)
      const clock = manualClock(START)
      const [here, there] = [processOver(store, clock), processOver(store, clock)]
      await here.budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, amount: 100 }])
      assert.equal(await here.budgets.check(ANN), null)
      there.ledger.record(turn({ input: 100 }))
      await there.ledger.flush()
      clock.advance(2000)
      assert.equal((await here.budgets.check(ANN))?.code, 'budget_exhausted')
    })

    test('two processes see the same sums once they have written, for any order [budgets.two-processes]', async (t) => {
      const store = await openTestStore(t, backend)
      const act = fc.record({
        by: fc.nat(1),
        what: fc.constantFrom('record', 'record', 'flush', 'check'),
        email: fc.constantFrom('ann@example.com', 'bob@example.com', null),
        input: fc.nat(500),
      })
      let day = 0
      await fc.assert(
        fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (script) => {
          const clock = manualClock(START + ++day * 86_400_000)
          const processes = [processOver(store, clock), processOver(store, clock)]
          await processes[0]!.budgets.setEnvironmentBudgets('garden', [
            { ...HUB_DAY, amount: 1_000_000 },
            { ...HUB_DAY, scope: 'person', amount: 1_000_000 },
          ])
          const working: Promise<unknown>[] = []
          for (const { by, what, email, input } of script) {
            const { budgets, ledger } = processes[by]!
            if (what === 'record') ledger.record(turn({ email, input, startedAt: clock.now() }))
            else working.push(what === 'flush' ? ledger.flush() : budgets.check({ ...ANN, email }))
          }
          await Promise.all(working)
          for (const { ledger } of processes) await ledger.flush()
          clock.advance(2001)
          const used = script.filter(({ what }) => what === 'record')
          const total = (some: typeof used) => some.reduce((sum, { input }) => sum + input, 0)
          for (const { budgets } of processes) {
            const states = await budgets.budgetFor({ hub: 'garden', person: ANN.email })
            assert.deepEqual(
              states.map((state) => state.used),
              [total(used), total(used.filter(({ email }) => email === ANN.email))],
            )
          }
        }),
        { numRuns: backend.kind === 'sqlite' ? 60 : 15, endOnFailure: true },
      )
    })

    test('a running turn counts step by step, once, and its hold ends when it is recorded [budgets.between-steps]', async (t) => {
      const { budgets, ledger } = processOver(await openTestStore(t, backend), manualClock(START))
      await budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, amount: 1000 }])
      const running = budgets.open({ ...ANN, models: [MODEL], startedAt: START })
      const another = budgets.open({ ...ANN, models: [MODEL], startedAt: START })
      const step = { input: 0, output: 100, leastOutput: 1, outputs: 1 }
      assert.equal(await outputOf(running.reserve({ input: 400, output: 0, cached: 0 }, step)), 100)
      assert.equal(await outputOf(another.reserve({ input: 400, output: 0, cached: 0 }, step)), 100)
      const refused = await running.reserve({ input: 500, output: 0, cached: 0 }, step)
      assert.ok('code' in refused && refused.code === 'budget_exhausted')
      assert.deepEqual([refused.used, refused.held, refused.limit], [600, 500, 1000])
      await another.release() // the turn ended without usage
      another[Symbol.dispose]()
      assert.equal(await budgets.check(ANN), null)
      ledger.record(turn({ id: running.turn, input: 700 }))
      running[Symbol.dispose]()
      assert.deepEqual(
        (await budgets.budgetFor({ hub: 'garden', person: null })).map(({ used }) => used),
        [700],
      )
    })

    test('holds and usage of several processes never exceed a budget, in any order of acts [budgets.held]', async (t) => {
      const store = await openTestStore(t, backend)
      const act = fc.record({
        by: fc.nat(1),
        email: fc.constantFrom('ann@example.com', 'bob@example.com', null),
        input: fc.nat(300),
        wanted: fc.option(fc.integer({ min: 1, max: 400 })),
        part: fc.double({ min: 0, max: 1, noNaN: true }),
      })
      let day = 0
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 2, maxLength: 12 }), async (turns) => {
          const clock = manualClock(START + ++day * 86_400_000)
          const processes = [processOver(store, clock), processOver(store, clock)]
          await processes[0]!.budgets.setEnvironmentBudgets('garden', [
            { ...HUB_DAY, amount: 1000 },
            { ...HUB_DAY, unit: 'usd', amount: 4000 },
            { ...HUB_DAY, scope: 'person', amount: 600 },
          ])
          const spent: { email: string | null; tokens: number; cost: number }[] = []
          const spend = async ({ by, email, input, wanted, part }: (typeof turns)[number]) => {
            const { budgets, ledger } = processes[by]!
            const about = { ...ANN, email, model: MODEL, startedAt: clock.now() }
            const spending = budgets.open({ ...about, models: [MODEL] })
            const used = { input: 0, output: 0, cached: 0, reasoning: 0 }
            for (let step = 0; step < 2; step++) {
              const held = await spending.reserve(used, { input, output: wanted, leastOutput: 1, outputs: 1 })
              if ('code' in held) break
              used.input += input
              used.output += Math.floor((held.maxOutput ?? Infinity) * part)
              held.end(used)
            }
            ledger.record(turn({ ...used, id: spending.turn, email, startedAt: about.startedAt }))
            spending[Symbol.dispose]()
            if (part > 0.5) await ledger.flush()
            spent.push({ email, tokens: used.input + used.output, cost: used.input * 2 + used.output * 8 })
          }
          await Promise.all(turns.map(spend))
          for (const { ledger } of processes) await ledger.flush()
          const total = (some: typeof spent) => some.reduce((sum, { tokens }) => sum + tokens, 0)
          assert.ok(total(spent) <= 1000)
          assert.ok(spent.reduce((sum, { cost }) => sum + cost, 0) <= 4000)
          for (const group of Map.groupBy(spent, ({ email }) => email))
            assert.ok(group[0] === null || total(group[1]) <= 600)
          assert.deepEqual(await store.db.selectFrom('usage_holds').selectAll().execute(), [])
        }),
        { numRuns: backend.kind === 'sqlite' ? 60 : 20, endOnFailure: true },
      )
    })

    test('a turn’s hold ends with its instance, or after a quarter of an hour [budgets.held-lapses]', async (t) => {
      const store = await openTestStore(t, backend)
      const clock = manualClock(START)
      const instance = { name: 'barn', version: '1', folder: 'f', heard_at_ms: START, started_at_ms: START }
      await store.db
        .insertInto('machines')
        .values({ ...instance, id: 'm1', draining: 0 })
        .execute()
      const [here, there] = [processOver(store, clock), processOver(store, clock, undefined, 'm1')]
      await here.budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, amount: 1000 }])
      const all = { input: 0, output: 1000, leastOutput: 1000, outputs: 1 }
      const none = { input: 0, output: 0, cached: 0 }
      const hold = (by: ReturnType<typeof processOver>) =>
        by.budgets.open({ ...ANN, models: [MODEL], startedAt: START }).reserve(none, all)
      assert.equal(await outputOf(hold(there)), 1000)
      const refused = await hold(here)
      assert.match(
        'message' in refused ? refused.message : '',
        /^The daily budget of this agent is too low for this request: 0 of 1,000 tokens used, and 1,000 tokens reserved by running answers\. It resets/,
      )
      clock.advance(30_000) // the other instance's hold expires
      assert.equal(await outputOf(hold(here)), 1000)
      clock.advance(15 * 60_000)
      assert.equal(await outputOf(hold(here)), 1000)
      assert.equal((await store.db.selectFrom('usage_holds').selectAll().execute()).length, 1)
    })

    test('a turn with too little budget gets a smaller output limit [budgets.held-short]', async (t) => {
      const { budgets } = processOver(await openTestStore(t, backend), manualClock(START))
      await budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, amount: 200_000 }])
      const spending = budgets.open({ ...ANN, models: [MODEL], startedAt: START })
      const step = { input: 1000, output: null, leastOutput: 256, outputs: 1 }
      const none = { input: 0, output: 0, cached: 0 }
      const first = await spending.reserve(none, step)
      assert.ok(!('code' in first))
      assert.equal(first.maxOutput, null) // enough budget for the longest answer
      assert.equal(await outputOf(spending.reserve(none, step)), 8192)
      first.end({ input: 150_000, output: 0, cached: 0 })
      const wanted = spending.reserve({ input: 195_000, output: 0, cached: 0 }, { ...step, output: 50 })
      assert.ok('code' in (await wanted)) // the second hold still reserves its output
    })

    test('a call whose prompt may reach a dearer tier holds the price of that tier [budgets.held]', async (t) => {
      const { budgets } = processOver(await openTestStore(t, backend), manualClock(START))
      await budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, unit: 'usd', amount: 3_045_000 }])
      const step = { output: null, leastOutput: 256, outputs: 1 }
      const none = { input: 0, output: 0, cached: 0 }
      const outputFor = async (input: number, used: PricedTokens) => {
        const spending = budgets.open({ ...ANN, models: ['openai/gpt-5.5'], startedAt: START })
        const output = await outputOf(spending.reserve(used, { input, ...step }))
        await spending.release()
        spending[Symbol.dispose]()
        return output
      }
      assert.equal(await outputFor(300_000, none), 1000)
      assert.equal(await outputFor(200_000, none), 8192)
      const call = { input: 150_000, output: 0, cached: 0 }
      const used = { input: 300_000, output: 0, cached: 0, calls: [call, call] }
      assert.equal(await outputFor(272_000, used), 6166) // no call exceeds 272,000 input tokens, so the base price applies
    })

    test('a call that several models may answer holds the price of the dearest, through failures of others [budgets.lists]', async (t) => {
      const store = await openTestStore(t, backend)
      const { budgets, ledger } = processOver(store, manualClock(START))
      await budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, unit: 'usd', amount: 60_000 }])
      const models = [MODEL, 'openai/gpt-5.5'] // 8 and 30 micro-dollars per output token
      const none = { input: 0, output: 0, cached: 0 }
      const step = { input: 1000, output: 1500, leastOutput: 1400, outputs: 1 }
      const spending = budgets.open({ ...ANN, models, startedAt: START })
      const first = await spending.reserve(none, step)
      assert.ok(!('code' in first))
      assert.equal(first.maxOutput, 1500) // 5,000 for the input and 45,000 for the output
      const other = () => budgets.open({ ...ANN, models: [MODEL], startedAt: START }).reserve(none, step)
      first.end(none, 'failed')
      assert.ok('code' in (await other()), 'the hold stays for the next model')
      const second = await spending.reserve(none, step)
      assert.ok(!('code' in second))
      const used = { input: 1000, output: 100, cached: 0, model: MODEL }
      second.end(used)
      ledger.record({ ...turn({ ...used, model: MODEL }), id: spending.turn })
      spending[Symbol.dispose]()
      await ledger.flush()
      assert.equal((await budgets.budgetFor({ hub: 'garden', person: ANN.email }))[0]?.used, 2800)
      assert.ok(!('code' in (await other())), 'the rest is free again')
      const unpriced = budgets.open({ ...ANN, models: [MODEL, 'compatible/any'], startedAt: START })
      assert.equal((await unpriced.check())?.code, 'model_unpriced')
    })

    test('each mark is reported once, by the writer of the turn that passed it [budgets.crossing]', async (t) => {
      const store = await openTestStore(t, backend)
      const clock = manualClock(START)
      const crossings: BudgetCrossing[] = []
      const processes = [0, 1].map(() => processOver(store, clock, (crossing) => crossings.push(crossing)))
      await processes[0]!.budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, amount: 10 }])
      for (let n = 0; n < 14; n++) {
        const { ledger } = processes[n % 2]!
        ledger.record(turn({ input: 1 }))
        await ledger.flush()
      }
      await processes[0]!.budgets.check(ANN)
      assert.deepEqual(
        crossings.map(({ percent, used, limit }) => [percent, used, limit]),
        [
          [80, 8, 10],
          [100, 10, 10],
        ],
      )
    })

    test('notices name budgets from 80 % on, of the Hubs that were asked about [budgets.notices]', async (t) => {
      const store = await openTestStore(t, backend)
      const { budgets, ledger } = processOver(store, manualClock(START))
      const limits = [
        { ...HUB_DAY, amount: 1000 },
        { ...HUB_DAY, period: 'month' as const, unit: 'usd' as const, amount: 2000 },
        { ...HUB_DAY, scope: 'person' as const, period: 'month' as const, amount: 900 },
      ]
      for (const hub of ['garden', 'orchard']) await budgets.setEnvironmentBudgets(hub, limits)
      ledger.record(turn({ input: 900 }))
      ledger.record(turn({ input: 50, email: 'bob@example.com', model: 'compatible/llama' }))
      ledger.record(turn({ input: 5000, hub: 'orchard' }))
      await ledger.flush()
      const notices = await readBudgetNotices(store, ['garden'], START)
      const common = { kind: 'budget', hub: 'garden' }
      assert.deepEqual(notices, [
        {
          ...common,
          scope: 'person',
          subject: 'ann@example.com',
          period: 'month',
          used_usd: null,
          limit_usd: null,
          used_tokens: 900,
          limit_tokens: 900,
          unpriced_turns: 0,
          state: 'exhausted',
          resets_at: '2026-12-01T00:00:00.000Z',
        },
        {
          ...common,
          scope: 'hub',
          subject: null,
          period: 'day',
          used_usd: null,
          limit_usd: null,
          used_tokens: 950,
          limit_tokens: 1000,
          unpriced_turns: 1,
          state: 'warning',
          resets_at: '2026-11-21T00:00:00.000Z',
        },
        {
          ...common,
          scope: 'hub',
          subject: null,
          period: 'month',
          used_usd: 0.0018,
          limit_usd: 0.002,
          used_tokens: null,
          limit_tokens: null,
          unpriced_turns: 1,
          state: 'warning',
          resets_at: '2026-12-01T00:00:00.000Z',
        },
      ])
      assert.deepEqual(await readBudgetNotices(store, [], START), [])
    })

    test('turns of a task count in the task’s budget [budgets.task]', async (t) => {
      const { budgets, ledger } = processOver(await openTestStore(t, backend), manualClock(START))
      await budgets.setEnvironmentBudgets('garden', [{ ...HUB_DAY, scope: 'task', amount: 10 }])
      ledger.record(turn({ input: 10, runId: 'md:water:manual-1' }))
      assert.equal((await budgets.check({ ...ANN, task: 'md:water' }))?.subject, 'md:water')
      assert.equal(await budgets.check({ ...ANN, task: 'md:prune' }), null)
      assert.equal(await budgets.check(ANN), null)
    })
  })

test('a personal budget applies before the general one, and the Console’s before the environment’s [budgets.settings]', () => {
  const set = (source: 'console' | 'environment', subject: string, amount: number | null): BudgetSetting => ({
    source,
    scope: 'person',
    subject,
    period: 'day',
    unit: 'tokens',
    amount,
    setBy: null,
    setAt: 0,
  })
  const limitOfAnn = (...settings: BudgetSetting[]) =>
    limitsFor(settingsOf(settings), ANN).map(({ amount }) => amount)
  assert.deepEqual(limitOfAnn(), [])
  assert.deepEqual(limitOfAnn(set('environment', '', 10)), [10])
  assert.deepEqual(limitOfAnn(set('environment', '', 10), set('console', '', 20)), [20])
  assert.deepEqual(limitOfAnn(set('console', '', 20), set('console', ANN.email, 5)), [5])
  assert.deepEqual(limitOfAnn(set('console', '', 20), set('console', 'bob@example.com', 5)), [20])
  assert.deepEqual(limitOfAnn(set('environment', '', 10), set('console', '', null)), [])
  assert.deepEqual(limitOfAnn(set('console', '', 20), set('console', ANN.email, null)), [])
})

function processOver(
  store: Store,
  clock: ManualClock,
  onCrossing?: (crossing: BudgetCrossing) => void,
  machine: string | null = null,
) {
  const budgets = createBudgets({
    store,
    clock,
    prices,
    instance: machine,
    sleep: async () => {},
    recordChange: async () => {},
    onCrossing,
  })
  return { budgets, ledger: createUsageLedger({ store, newId, prices, observer: budgets.observer, clock }) }
}

const outputOf = async (held: ReturnType<BudgetSpending['reserve']>) => {
  const call = await held
  assert.ok(!('code' in call), 'it was refused')
  return call.maxOutput
}

const turn = (more: Partial<RecordedTurn>): RecordedTurn => ({
  hub: 'garden',
  email: ANN.email,
  surface: 'chatapp',
  chatId: 'c1',
  model: MODEL,
  input: 0,
  output: 0,
  cached: 0,
  reasoning: 0,
  outcome: 'stop',
  startedAt: START,
  durationMs: 1,
  ...more,
})
