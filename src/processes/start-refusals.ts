import { openPrices } from '#core/usage/prices/table.ts'
import { configuredEndpoint } from '#core/inbox/endpoints/settings.ts'
import { BadConfiguration, type Environment } from '#ground/base/environment.ts'
import { readCertificate } from '#surfaces/edge/certificate.ts'
import { readAgentConfig } from './config/agent.ts'
import { readBridgeConfig } from './config/bridge.ts'
import { readBudgetConfig } from './config/budgets.ts'
import { readEdgeConfig } from './config/edge.ts'
import { readInboundConfig } from './config/inbound.ts'
import { readUsedOpenIdConfig } from './config/openid.ts'
import { readSharedConfig } from './config/shared.ts'
import { readSupervisorConfig } from './config/supervisor.ts'
import { readTelemetryConfig } from './config/telemetry.ts'
import { refuseHalfMoved } from './unfinished-move.ts'
import { openSecrets } from './secrets.ts'

export interface StartSettings {
  environment: Environment
  hubFolder: string
  /** Absolute folder whose `.env` the edge and the web chat read: the gateway's, or the Hub's. */
  frontFolder: string
}

/** Runs the same checks as a start, so that `hub doctor` reports the same errors. */
export async function startRefusals(settings: StartSettings): Promise<BadConfiguration['problems']> {
  const problems = new Map<string, BadConfiguration['problems'][number]>()
  for (const read of READERS) {
    try {
      await read(settings)
    } catch (error) {
      if (!(error instanceof BadConfiguration)) throw error
      for (const problem of error.problems) problems.set(`${problem.variable} ${problem.message}`, problem)
    }
  }
  return [...problems.values()]
}

const READERS: readonly ((settings: StartSettings) => unknown)[] = [
  ({ environment }) => readAgentConfig(environment),
  ({ environment }) => readBridgeConfig(environment),
  ({ environment }) => readInboundConfig(environment),
  ({ environment }) => configuredEndpoint(environment),
  ({ environment }) => readTelemetryConfig(environment),
  ({ environment, frontFolder }) => readUsedOpenIdConfig(environment, frontFolder),
  ({ environment, hubFolder }) => openPrices(readBudgetConfig(environment, hubFolder).pricesFile),
  ({ environment, hubFolder }) => refuseHalfMoved(readSharedConfig(environment, hubFolder)),
  async ({ environment, hubFolder }) => {
    const shared = readSharedConfig(environment, hubFolder)
    if (shared.secretsFile !== null) await openSecrets(shared)
  },
  async ({ environment }) => {
    if (!readSupervisorConfig(environment).edge) return
    const { certificate } = readEdgeConfig(environment)
    if (certificate !== null) await readCertificate(certificate)
  },
]
