import type { z } from 'zod'
import { BadConfiguration, parseEnvironment, variableOf, type Environment } from '#ground/base/environment.ts'
import { readHubEnvironment } from '#ground/hub/environment.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { EndpointRules } from './entry.ts'
import { openEndpoints, type Endpoint, type Endpoints } from './open.ts'
import { secretProblem } from './secret.ts'
import { EndpointVariables } from './variables.ts'

/** @throws BadConfiguration */
export function configuredEndpoint(environment: Environment): Endpoint {
  const env = parseEnvironment(EndpointVariables, environment)
  checkStandard(env)
  const { WEBHOOK_INBOUND_ID_HEADERS: idHeaders, WEBHOOK_INBOUND_KEEP_HEADERS: keptHeaders } = env
  const rules: EndpointRules = {
    ...(idHeaders && { idHeaders }),
    ...(idHeaders?.length === 0 && { deduplicatesByBody: false }),
    ...(keptHeaders.length > 0 && { keptHeaders }),
  }
  const signed = env.WEBHOOK_INBOUND_HMAC ? 'hmac' : 'secret'
  return {
    name: env.WEBHOOK_INBOUND_NAME,
    mode: env.WEBHOOK_INBOUND_STANDARD ? 'standard' : signed,
    secretVariable: 'WEBHOOK_INBOUND_SECRET',
    secret: env.WEBHOOK_INBOUND_SECRET ?? null,
    ...(env.WEBHOOK_INBOUND_OLD_SECRET && { oldSecret: env.WEBHOOK_INBOUND_OLD_SECRET }),
    ...(Object.keys(rules).length > 0 && { rules }),
    maxBytes: env.SVC_WEBHOOK_MAX_BYTES,
  }
}

function checkStandard(env: z.infer<typeof EndpointVariables>): void {
  if (!env.WEBHOOK_INBOUND_STANDARD) return
  if (env.WEBHOOK_INBOUND_HMAC)
    throw new BadConfiguration([
      { variable: 'WEBHOOK_INBOUND_STANDARD', message: 'not together with WEBHOOK_INBOUND_HMAC' },
    ])
  const problems = (['WEBHOOK_INBOUND_SECRET', 'WEBHOOK_INBOUND_OLD_SECRET'] as const).flatMap((variable) => {
    const message = secretProblem('standard', env[variable] ?? '')
    return message === null ? [] : [{ variable, message }]
  })
  if (problems.length > 0) throw new BadConfiguration(problems)
}

export interface HubEndpointsOptions {
  hubFolder: string
  environment: Environment
  log?: (problem: HubProblem) => void
  watch?: boolean
}

export const openHubEndpoints = ({
  hubFolder,
  environment,
  ...options
}: HubEndpointsOptions): Promise<Endpoints> =>
  openEndpoints(hubFolder, {
    ...options,
    configured: configuredEndpoint(environment),
    readVariable: async (name) => variableOf(await readHubEnvironment(hubFolder, environment), name) ?? null,
  })
