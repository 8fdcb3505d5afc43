import type { Kysely } from 'kysely'
import type { Tables } from '#ground/store/tables.ts'
import type { OwnUsage } from './schema.ts'
import { sumTurns, turnsByDay, turnsByHub, type CountedDay, type Span } from './turn-counts.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7
/** Days from a Monday to 1 January 1970, a Thursday. */
const MONDAY_OFFSET_DAYS = 3

type UsageDay = OwnUsage['heatmap'][number]

export async function ownUsage(db: Kysely<Tables>, email: string, span: Span): Promise<OwnUsage> {
  const [sum, hubs, days] = await Promise.all([
    sumTurns(db, span, email),
    turnsByHub(db, span, email),
    turnsByDay(db, span, email),
  ])
  const heatmap = days.map(({ at, agents }) => usageDay(at, agents))
  const tokens = sum.input + sum.output
  return {
    totals: {
      lifetime_tokens: tokens,
      input_tokens: sum.input,
      output_tokens: sum.output,
      peak_daily_tokens: Math.max(0, ...heatmap.map((day) => day.tokens)),
      ...streaksOf(days, span.until),
      total_chats: sum.chats,
      active_days: days.length,
      models_used: sum.hubs,
      messages: sum.turns,
    },
    heatmap,
    weekly_heatmap: weeksOf(days),
    cumulative_heatmap: cumulated(heatmap),
    insights: {
      most_used_model: hubs[0]?.hub ?? null,
      average_tokens_per_chat: ratio(tokens, sum.chats),
      average_messages_per_active_day: ratio(sum.turns, days.length),
    },
    top_models: hubs.map(({ hub, turns, input, output }) => ({
      model_id: hub,
      messages: turns,
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
    })),
    top_tools: [],
    period: {
      start_date: Math.floor(span.since / 1000),
      end_date: Math.floor(span.until / 1000),
      days: Math.floor((span.until - span.since) / DAY_MS) + 1,
    },
  }
}

const ratio = (sum: number, count: number): number => (count === 0 ? 0 : Math.round((sum / count) * 10) / 10)

const dateText = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A chat with several agents counts for each of them. */
const usageDay = (at: number, agents: CountedDay['agents']): UsageDay => ({
  date: dateText(at),
  messages: agents.reduce((sum, { turns }) => sum + turns, 0),
  chats: agents.reduce((sum, { chats }) => sum + chats, 0),
  tokens: agents.reduce((sum, { input, output }) => sum + input + output, 0),
  models: Object.fromEntries(agents.map(({ hub, turns }) => [hub, turns])),
})

function weeksOf(days: readonly CountedDay[]): UsageDay[] {
  const monday = (at: number) => {
    const day = at / DAY_MS
    return (day - ((day + MONDAY_OFFSET_DAYS) % WEEK_DAYS)) * DAY_MS
  }
  return [...Map.groupBy(days, ({ at }) => monday(at))].map(([at, inWeek]) =>
    inWeek.map(({ agents }) => usageDay(at, agents)).reduce(added),
  )
}

const cumulated = (days: readonly UsageDay[]): UsageDay[] => {
  const sums: UsageDay[] = []
  for (const day of days) sums.push({ ...added(day, sums.at(-1) ?? { ...day, ...NOTHING }), date: day.date })
  return sums
}

const NOTHING = { messages: 0, chats: 0, tokens: 0, models: {} }

const added = (one: UsageDay, other: UsageDay): UsageDay => {
  const models = { ...one.models }
  for (const [model, turns] of Object.entries(other.models)) models[model] = (models[model] ?? 0) + turns
  return {
    date: one.date,
    messages: one.messages + other.messages,
    chats: one.chats + other.chats,
    tokens: one.tokens + other.tokens,
    models,
  }
}

/** A streak that ended yesterday is still current, because today is not over. */
function streaksOf(days: readonly CountedDay[], until: number) {
  let [run, longest, previous] = [0, 0, Number.NaN]
  for (const { at } of days) {
    run = at - previous === DAY_MS ? run + 1 : 1
    longest = Math.max(longest, run)
    previous = at
  }
  const isCurrent = until - previous < 2 * DAY_MS
  return { current_streak: isCurrent ? run : 0, longest_streak: longest }
}
