import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { type Clock, type EpochMs, isoTime } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { readBudgetNotices } from './budgets/notices.ts'
import { budgetRoutes, type BudgetRoutesDeps } from './budgets/routes.ts'
import { listModelUse, readSummary } from './contract.ts'
import { costUsd } from './cost.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { readModelUse } from './model-use.ts'
import { endOf, startOf } from './periods.ts'
import type { Summary, Totals } from './schema.ts'
import { ZERO_USAGE, PERIODS, type SummarizeUsage, type UsageCounts } from './summary.ts'
import type { UsageAmounts } from './whole-periods.ts'

export interface UsageRoutesDeps extends BudgetRoutesDeps {
  summarizeUsage: SummarizeUsage
  clock: Pick<Clock, 'now'>
  store: Pick<Store, 'db'>
  countDenials(span: {
    hubs: readonly string[]
    since: EpochMs
    until: EpochMs
    stepMs: number
  }): Promise<readonly { hub: string; at: EpochMs; count: number }[]>
  countRuns(span: HubSpan): Promise<ReadonlyMap<string, number>>
  countMissedSlots(span: HubSpan): Promise<ReadonlyMap<string, number>>
  namesOf(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  countAccounts(caller: ConsoleCaller): Promise<number>
}

interface HubSpan {
  hubs: readonly string[]
  since: EpochMs
  until: EpochMs
}

export const usageFeature = (deps: UsageRoutesDeps): ConsoleFeature => ({
  routes(app) {
    app.handle(readSummary, ({ caller, query: { period, hub } }) => {
      if (hub !== undefined) requireManaged(caller, hub)
      return summaryOf(deps, caller, { period, hubs: hub === undefined ? caller.manages : [hub] })
    })
    app.handle(listModelUse, async ({ caller, query: { hub } }) => {
      requireManaged(caller, hub)
      const used = await readModelUse(deps.store, [hub], deps.clock.now() - PERIODS['7d'].lengthMs)
      return {
        items: used.map(({ model, turns, failed, lastAt, lastFailedAt }) => ({
          model,
          turns,
          failed_turns: failed,
          last_at: isoTime(lastAt),
          last_failed_at: lastFailedAt === null ? null : isoTime(lastFailedAt),
        })),
      }
    })
    budgetRoutes(app, deps)
  },
})

async function summaryOf(
  {
    summarizeUsage,
    store,
    clock,
    countDenials,
    countRuns,
    countMissedSlots,
    namesOf,
    countAccounts,
  }: UsageRoutesDeps,
  caller: ConsoleCaller,
  { period, hubs }: { period: keyof typeof PERIODS; hubs: readonly string[] },
): Promise<Summary> {
  const { step, stepMs } = PERIODS[period]
  const areAll = caller.isOrganizationAdmin && hubs === caller.manages
  const usage = await summarizeUsage({ hubs, areAll, period })
  const { since, until } = usage
  const span = { hubs, since, until: until + 1 }
  const spanBefore = { hubs, since: since - PERIODS[period].lengthMs, until: since }
  const countIn = (span: HubSpan) =>
    Promise.all([countDenials({ ...span, stepMs }), countRuns(span), countMissedSlots(span)])
  const [
    [denials, runs, missedSlots],
    [denialsBefore, runsBefore, missedSlotsBefore],
    names,
    user_accounts,
    notices,
  ] = await Promise.all([
    countIn(span),
    countIn(spanBefore),
    namesOf(hubs),
    countAccounts(caller),
    readBudgetNotices(store, hubs, clock.now()),
  ])
  const denied = (matches: (count: { hub: string; at: EpochMs }) => boolean) =>
    denials.filter(matches).reduce((sum, { count }) => sum + count, 0)
  return {
    period,
    since: isoTime(since),
    until: isoTime(until),
    totals: {
      ...presented(
        usage.totals,
        denied(() => true),
      ),
      runs: sumOf(runs),
      missed_slots: sumOf(missedSlots),
    },
    before: {
      ...useOf(usage.before),
      denials: denialsBefore.reduce((sum, { count }) => sum + count, 0),
      runs: sumOf(runsBefore),
      missed_slots: sumOf(missedSlotsBefore),
    },
    hubs: hubs.map((hub) => ({
      hub,
      name: names.get(hub) ?? hub,
      ...presented(
        usage.byHub.get(hub),
        denied((count) => count.hub === hub),
      ),
      runs: runs.get(hub) ?? 0,
      missed_slots: missedSlots.get(hub) ?? 0,
    })),
    series: stepsFrom(step, since, until).map((at) => {
      const {
        runs: _runs,
        missed_slots: _slots,
        ...counts
      } = presented(
        usage.byStep.get(at),
        denied((count) => count.at === at),
      )
      return { at: isoTime(Math.max(at, since)), ...counts }
    }),
    user_accounts,
    notices,
  }
}

const stepsFrom = (step: 'hour' | 'day', since: EpochMs, until: EpochMs): EpochMs[] => {
  const starts: EpochMs[] = []
  for (let at = startOf(step, since); at <= until; at = endOf(step, at)) starts.push(at)
  return starts
}

const presented = (counts: UsageCounts = ZERO_USAGE, denials: number): Totals => ({
  chats: counts.chats,
  active_people: counts.activePeople,
  ...useOf(counts),
  denials,
  runs: 0,
  missed_slots: 0,
})

const useOf = (use: UsageAmounts) => ({
  messages: use.turns,
  tokens: use.tokens,
  estimated_turns: use.estimatedTurns,
  cost_usd: costUsd(use),
  unpriced_turns: use.unpricedTurns,
})

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)
