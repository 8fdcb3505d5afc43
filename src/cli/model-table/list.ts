import { openPrices } from '#core/usage/prices/table.ts'
import { openHub } from '#ground/hub/open.ts'
import { readUsedTable, type UsedTable } from '#ground/model-table/installed.ts'
import type { Rates } from '#ground/model-table/price.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { readBudgetConfig } from '#processes/config/budgets.ts'
import { hubModels } from '#processes/config/hub-models.ts'
import { hubFolderOf } from '../hub-folder.ts'
import { alignColumns, print, printJson, printWarning } from '../print.ts'
import { readCommandSettings, type HubSettings } from '../settings.ts'

interface ListedRow {
  model: string
  rates: Rates | null
  contextTokens: number | null
}

export async function listModels(options: { hub?: string; all?: boolean; json?: boolean }): Promise<void> {
  const hubFolder = hubFolderOf(options.hub)
  const settings = await readCommandSettings(hubFolder)
  const used = await readUsedTable(settings.dataFolder)
  if (used.problem !== null) printWarning(used.problem)
  const { table } = used
  const rows = options.all
    ? [...table.models].map(([model, { price, contextTokens }]): ListedRow => ({
        model,
        rates: price,
        contextTokens,
      }))
    : await rowsOfHub(hubFolder, settings, used)
  if (options.json) {
    printJson({ table: true, date: table.date, source: table.source, file: used.path })
    return rows.forEach((row) => printJson(inJson(row)))
  }
  print(alignColumns([['', 'in', 'out', 'cached', 'written', 'context'], ...rows.map(inWords)], ''))
  print(`\nUS dollars per million tokens; table of ${table.date}, ${used.path ?? 'of this release'}.`)
}

/** The prices that apply to the Hub, so a file of its own takes precedence. */
async function rowsOfHub(
  hubFolder: string,
  { environment }: HubSettings,
  { table }: UsedTable,
): Promise<ListedRow[]> {
  const { pricesFile, upperUsd } = readBudgetConfig(environment, hubFolder)
  const prices = await openPrices(pricesFile, upperUsd, () => table)
  await using hub = await openHub(hubFolder, { watch: false })
  return hubModels(readAgentConfig(environment), hub).map((model) => ({
    model,
    rates: prices.ratesOf(model),
    contextTokens: table.contextTokensOf(model),
  }))
}

const inWords = ({ model, rates, contextTokens }: ListedRow): string[] => [
  model,
  ...(rates
    ? [rates.input, rates.output, rates.cachedRead, rates.cacheWrite].map((amount) => `$${amount}`)
    : ['–', '–', '–', '–']),
  contextTokens === null ? '–' : contextTokens.toLocaleString('en-US'),
]

const inJson = ({ model, rates, contextTokens }: ListedRow) => ({
  model,
  input: rates?.input ?? null,
  output: rates?.output ?? null,
  cached_read: rates?.cachedRead ?? null,
  cache_write: rates?.cacheWrite ?? null,
  context: contextTokens,
})
