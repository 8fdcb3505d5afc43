import { resolve } from 'node:path'
import { openPrices } from '#core/usage/prices/table.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openHub } from '#ground/hub/open.ts'
import {
  installTable,
  readTableFile,
  readUsedTable,
  removeInstalledTable,
  type UsedTable,
} from '#ground/model-table/installed.ts'
import type { Rates } from '#ground/model-table/price.ts'
import { BUILT_IN_TABLE } from '#ground/model-table/table.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { readBudgetConfig } from '#processes/config/budgets.ts'
import { hubModels } from '#processes/config/hub-models.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { alignColumns, print, printJson, printWarning } from './print.ts'
import { readCommandSettings, type HubSettings } from './settings.ts'

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

export async function updateModels(options: {
  hub?: string
  file?: string
  back?: boolean
  json?: boolean
}): Promise<void> {
  if ((options.file === undefined) === !options.back)
    throw new CommandFailure('give either --file, the table to install, or --back', 2)
  const { dataFolder } = await readCommandSettings(hubFolderOf(options.hub))
  if (options.back) {
    const isRemoved = await removeInstalledTable(dataFolder)
    if (options.json) return printJson({ date: BUILT_IN_TABLE.date, removed: isRemoved })
    return print(`The table of the release applies, of ${BUILT_IN_TABLE.date}.`)
  }
  const file = resolve(options.file!)
  const read = await readTableFile(file)
  if (!read.ok) throw new CommandFailure(`${file}: ${read.refusal}`)
  if (read.value === null) throw new CommandFailure(`${file}: there is no such file`)
  const table = read.value
  const refusal = refusedDate(table.date)
  if (refusal) throw new CommandFailure(`${file}: ${refusal}`)
  await installTable(dataFolder, table)
  if (options.json) return printJson({ date: table.date, models: table.models.size })
  print(
    `Installed ${table.models.size} models of ${table.date}. Running Hubs use the table within ten seconds.`,
  )
}

function refusedDate(date: string): string | null {
  if (date < BUILT_IN_TABLE.date)
    return `its date ${date} is before ${BUILT_IN_TABLE.date}, the date of the release’s table, which would apply instead`
  const tomorrow = new Date(systemClock.now() + DAY_MS).toISOString().slice(0, 10)
  return date > tomorrow ? `its date ${date} is in the future` : null
}

const DAY_MS = 86_400_000

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
