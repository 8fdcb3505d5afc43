import { findProvider } from '#core/agent/model/providers/list.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { systemClock, type EpochMs } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { readUsedTable, type UsedTable } from '#ground/model-table/installed.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { readBudgetConfig } from '#processes/config/budgets.ts'
import { hubModels } from '#processes/config/hub-models.ts'
import { unpricedModel } from '#processes/config/unpriced-model.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** A Hub with budgets in dollars does not start if its model has no price. */
export async function checkPrices(
  hubFolder: string,
  { environment, dataFolder }: HubSettings,
  now: EpochMs = systemClock.now(),
): Promise<Finding[]> {
  const used = await readUsedTable(dataFolder)
  const findings = tableFindings(used, now)
  try {
    const config = readBudgetConfig(environment, hubFolder)
    const prices = await openPrices(config.pricesFile, config.upperUsd, () => used.table)
    await using hub = await openHub(hubFolder, { watch: false })
    const agent = readAgentConfig(environment)
    const problem = unpricedModel(config, prices, agent, hub.agent().model)
    const unpriced = agent.process ? [] : hubModels(agent, hub).filter((model) => !prices.isPriced(model))
    return [
      ...findings,
      ...unpriced.filter((model) => findProvider(providerOf(model))?.defaultBaseUrl).map(unpricedWarning),
      ...(problem ? [failure(problem.variable, problem.message)] : []),
    ]
  } catch (error) {
    if (error instanceof BadConfiguration || error instanceof NotAHub) return findings // other checks report these errors
    throw error
  }
}

const SUBJECT = 'model table'
const MAX_AGE_DAYS = 90
const DAY_MS = 86_400_000

export function tableFindings({ table, path, problem }: UsedTable, now: EpochMs): Finding[] {
  const days = Math.floor((now - Date.parse(table.date)) / DAY_MS)
  const of = path ?? 'of this release'
  return [
    ...(problem === null
      ? []
      : [
          failure(
            SUBJECT,
            problem,
            'install a valid table with hub models update --file, or remove it with --back',
          ),
        ]),
    days > MAX_AGE_DAYS
      ? warning(
          SUBJECT,
          `the prices and context windows (${of}) are of ${table.date}, ${days} days ago`,
          'install a newer table with hub models update --file, or update Hub Service',
        )
      : ok(SUBJECT, `${table.models.size} entries of ${table.date}, ${of}`),
  ]
}

const unpricedWarning = (model: string): Finding =>
  warning(
    'prices',
    `${model} is not in the model table, so its cost is unknown`,
    'check the name of the model, or add its price to the file of SVC_PRICES_FILE',
  )

const providerOf = (model: string): string => model.split('/')[0]!
