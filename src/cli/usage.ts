import { systemClock, type EpochMs } from '#ground/base/clock.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { reportUsage, type ReportRow, type UsageGroup } from '#core/usage/report.ts'
import { hubFolderOf } from './hub-folder.ts'
import { alignColumns, print, printJson } from './print.ts'
import { readCommandSettings } from './settings.ts'

const THIRTY_DAYS_MS = 30 * 86_400_000

export async function showUsage(options: {
  hub?: string
  since?: EpochMs
  by: UsageGroup
  limit: number
  json?: boolean
}): Promise<void> {
  const hubFolder = hubFolderOf(options.hub)
  const config = readSharedConfig((await readCommandSettings(hubFolder)).environment, hubFolder)
  const since = options.since ?? systemClock.now() - THIRTY_DAYS_MS
  await using store = await openKnownStore(config)
  const hub = config.hubSlug
  const { by, limit } = options
  const { rows, total } = await reportUsage(store, { hub, since, by, limit })
  if (options.json) return [...rows, total].forEach((row) => printJson(inJson(row, by)))
  if (total.turns === 0) return print(`no usage since ${new Date(since).toISOString()}`)
  print(alignColumns([['', 'turns', 'tokens in', 'out', 'cost'], ...rows.map(inWords), inWords(total)], ''))
  if (total.estimatedTurns > 0)
    print(`\nThe tokens of ${total.estimatedTurns} of ${total.turns} turns are estimated.`)
  if (total.unpricedTurns > 0)
    print(
      `\n${total.unpricedTurns} of ${total.turns} turns used a model without a price and are not in the cost.`,
    )
}

const inWords = (row: ReportRow): string[] => [
  row.name ?? '(nobody)',
  row.turns.toLocaleString('en-US'),
  row.inputTokens.toLocaleString('en-US'),
  row.outputTokens.toLocaleString('en-US'),
  row.costUsd === null ? '–' : `$${row.costUsd.toFixed(row.costUsd < 0.1 && row.costUsd > 0 ? 6 : 2)}`,
]

const inJson = (row: ReportRow, by: UsageGroup) => ({
  ...(row.isTotal ? { total: true } : { [by]: row.name }),
  turns: row.turns,
  input_tokens: row.inputTokens,
  output_tokens: row.outputTokens,
  cached_tokens: row.cachedTokens,
  estimated_turns: row.estimatedTurns,
  cost_usd: row.costUsd,
  unpriced_turns: row.unpricedTurns,
})
