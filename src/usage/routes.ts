import type { ConsoleCaller, ConsoleFeature } from '#api/route.ts'
import type { Clock, EpochMs } from '#base/clock.ts'
import { Summary, SummaryQuery, type Totals } from './schema.ts'
import { PERIODS, type SummarizeUsage, type UsageCounts } from './summary.ts'

export interface UsageRoutesDeps {
  summarizeUsage: SummarizeUsage
  clock: Pick<Clock, 'now'>
  /** Restricted tool calls that were refused, by Hub and step of time. */
  countDenials(span: {
    hubs: readonly string[]
    since: EpochMs
    until: EpochMs
    stepMs: number
  }): Promise<readonly { hub: string; at: EpochMs; count: number }[]>
  /** Names of Hubs, by slug. */
  namesOf(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Accounts that can sign in, among those the caller may see. */
  countAccounts(caller: ConsoleCaller): Promise<number>
}

/** The Console API's part on usage. */
export const usageFeature = (deps: UsageRoutesDeps): ConsoleFeature => ({
  name: 'Usage',
  routes(app) {
    app.get(
      '/summary',
      {
        summary: 'Use of the caller’s Hubs over a period',
        level: 'admin',
        query: SummaryQuery,
        answer: Summary,
      },
      ({ caller, query: { period } }) => summaryOf(deps, caller, period),
    )
  },
})

async function summaryOf(
  { summarizeUsage, clock, countDenials, namesOf, countAccounts }: UsageRoutesDeps,
  caller: ConsoleCaller,
  period: keyof typeof PERIODS,
): Promise<Summary> {
  const { lengthMs, stepMs } = PERIODS[period]
  const until = clock.now()
  // Whole steps, so that the first bar of a chart is not a stump. The last one is still growing.
  const since = (Math.floor(until / stepMs) - lengthMs / stepMs + 1) * stepMs
  const span = { hubs: caller.manages, since, until: until + 1, stepMs }
  const [usage, denials, names, user_accounts] = await Promise.all([
    summarizeUsage(span),
    countDenials(span),
    namesOf(caller.manages),
    countAccounts(caller),
  ])
  const denied = (matches: (count: { hub: string; at: EpochMs }) => boolean) =>
    denials.filter(matches).reduce((sum, { count }) => sum + count, 0)
  return {
    period,
    since: iso(since),
    until: iso(until),
    totals: presented(
      usage.totals,
      denied(() => true),
    ),
    hubs: caller.manages.map((hub) => ({
      hub,
      name: names.get(hub) ?? hub,
      ...presented(
        usage.byHub.get(hub),
        denied((count) => count.hub === hub),
      ),
    })),
    series: Array.from({ length: lengthMs / stepMs }, (_, n) => {
      const at = since + n * stepMs
      const { chats, messages, active_people, tokens, denials } = presented(
        usage.byStep.get(at),
        denied((count) => count.at === at),
      )
      return { at: iso(at), chats, messages, active_people, tokens, denials }
    }),
    user_accounts,
  }
}

const presented = (counts: UsageCounts | undefined, denials: number): Totals => ({
  chats: counts?.chats ?? 0,
  messages: counts?.messages ?? 0,
  active_people: counts?.activePeople ?? 0,
  tokens: counts?.tokens ?? 0,
  cost_usd: null,
  denials,
  runs: 0,
  missed_slots: 0,
})

const iso = (at: EpochMs): string => new Date(at).toISOString()
