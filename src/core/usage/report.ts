import { sql, type RawBuilder } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { costUsd } from './cost.ts'
import { DAY_MS } from './periods.ts'

export type UsageGroup = 'person' | 'model' | 'day' | 'chat'

export interface ReportRow {
  /** Null for turns without a person. */
  name: string | null
  isTotal: boolean
  turns: number
  inputTokens: number
  outputTokens: number
  cachedTokens: number
  estimatedTurns: number
  costUsd: number | null
  unpricedTurns: number
}

const COLUMNS: Record<UsageGroup, RawBuilder<string | number | null>> = {
  person: sql`email`,
  model: sql`model`,
  chat: sql`chat_id`,
  day: sql`started_at_ms - started_at_ms % ${sql.lit(DAY_MS)}`,
}

export async function reportUsage(
  { db }: Pick<Store, 'db'>,
  { hub, since, by, limit }: { hub: string; since: EpochMs; by: UsageGroup; limit: number },
): Promise<{ rows: ReportRow[]; total: ReportRow }> {
  const turns = db
    .selectFrom('usage_turns')
    .where('hub', '=', hub)
    .where('started_at_ms', '>=', since)
    .select([
      sql<number>`count(*)`.as('turns'),
      sql<number>`coalesce(sum(input_tokens), 0)`.as('input'),
      sql<number>`coalesce(sum(output_tokens), 0)`.as('output'),
      sql<number>`coalesce(sum(cached_tokens), 0)`.as('cached'),
      sql<number>`coalesce(sum(cost_micro_usd), 0)`.as('cost'),
      sql<number>`coalesce(sum(is_estimated), 0)`.as('estimated'),
      sql<number>`count(*) - count(cost_micro_usd)`.as('unpriced'),
    ])
  const column = COLUMNS[by]
  const groups = turns
    .select(column.as('name'))
    .groupBy(column)
    .orderBy(by === 'day' ? 'name' : 'cost', 'desc')
    .orderBy('turns', 'desc')
    .orderBy('name')
    .limit(limit)
  const [rows, total] = await Promise.all([groups.execute(), turns.executeTakeFirstOrThrow()])
  const named = rows.map(({ name, ...sums }) => rowOf(typeof name === 'number' ? dayText(name) : name, sums))
  return {
    rows: by === 'day' ? named.toReversed() : named,
    total: { ...rowOf('total', total), isTotal: true },
  }
}

const dayText = (at: EpochMs): string => new Date(at).toISOString().slice(0, 10)

const rowOf = (
  name: string | null,
  sums: Record<'turns' | 'input' | 'output' | 'cached' | 'estimated' | 'cost' | 'unpriced', number>,
): ReportRow => ({
  name,
  isTotal: false,
  turns: sums.turns,
  inputTokens: sums.input,
  outputTokens: sums.output,
  cachedTokens: sums.cached,
  estimatedTurns: sums.estimated,
  costUsd: costUsd({ turns: sums.turns, costMicroUsd: sums.cost, unpricedTurns: sums.unpriced }),
  unpricedTurns: sums.unpriced,
})
