import { BadConfiguration } from '#ground/base/environment.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import { readBudgetConfig } from '#processes/config/budgets.ts'
import { unpricedModel } from '#processes/config/unpriced-model.ts'
import type { HubSettings } from '../settings.ts'
import { failure, type Finding } from './finding.ts'

/** A Hub with budgets in dollars does not start if its model has no price. */
export async function checkPrices(hubFolder: string, { environment }: HubSettings): Promise<Finding[]> {
  try {
    const config = readBudgetConfig(environment, hubFolder)
    const prices = await openPrices(config.pricesFile, config.upperUsd)
    await using hub = await openHub(hubFolder, { watch: false })
    const problem = unpricedModel(config, prices, readAgentConfig(environment), hub.agent().model)
    return problem ? [failure(problem.variable, problem.message)] : []
  } catch (error) {
    if (error instanceof BadConfiguration || error instanceof NotAHub) return [] // other checks report these errors
    throw error
  }
}
