import type { Environment } from '#ground/base/environment.ts'
import { readHubEnvironment } from '#ground/hub/environment.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { openEndpoints, type Endpoints } from '#core/inbox/endpoints/open.ts'
import { readInboundConfig } from './config/inbound.ts'

export interface EndpointParts {
  hubFolder: string
  environment: Environment
  log?: (problem: HubProblem) => void
  watch?: boolean
}

/** The endpoints of a Hub. A secret that was put into `.env` after the start is found when the file of endpoints changes. */
export const openHubEndpoints = ({ hubFolder, environment, ...options }: EndpointParts): Promise<Endpoints> =>
  openEndpoints(hubFolder, {
    ...options,
    configured: readInboundConfig(environment).webhook,
    readVariable: async (name) => (await readHubEnvironment(hubFolder, environment))[name] ?? null,
  })
