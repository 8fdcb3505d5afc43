import { z } from 'zod'
import {
  BadConfiguration,
  flag,
  list,
  parseEnvironment,
  secret,
  whole,
  type Environment,
} from '#ground/base/environment.ts'
import { EndpointName } from '#ground/hub/endpoint-name.ts'
import type { Endpoint } from '#core/inbox/endpoints/open.ts'
import { secretProblem } from '#core/inbox/endpoints/secret.ts'

const apiBase = (what: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(`Base address of the ${what} API`)

const SURFACES = ['webhook'] as const

export const InboundVariables = z.object({
  SVC_INBOUND: list()
    .pipe(z.array(z.enum(SURFACES, `expected some of ${SURFACES.join(', ')}`)))
    .default([])
    .describe('Surfaces the inbound receiver is started with, as the option `--webhook` of `hub run` does'),
  CHATA_VERIFY_TOKEN: secret(z.string().optional().describe('Chat-a webhook verification token')),
  CHATA_APP_SECRET: secret(z.string().optional().describe('Signs chat-a webhooks')),
  CHATA_ACCESS_TOKEN: secret(z.string().optional().describe('Sends chat-a answers')),
  CHATA_PHONE_NUMBER_ID: z.string().optional().describe('The number chat-a answers come from'),
  CHATA_API_BASE: apiBase('chat-a'),
  CHATB_WEBHOOK_SECRET: secret(z.string().optional().describe('Chat-b webhook secret')),
  CHATB_BOT_TOKEN: secret(z.string().optional().describe('Sends chat-b answers')),
  CHATB_API_BASE: apiBase('chat-b'),
  TEAMCHAT_APP_TOKEN: secret(z.string().optional().describe('Opens the team-chat socket')),
  TEAMCHAT_BOT_TOKEN: secret(z.string().optional().describe('Sends team-chat answers')),
  TEAMCHAT_API_BASE: apiBase('team-chat'),
  WEBHOOK_INBOUND_SECRET: secret(
    z.string().optional().describe('Secret of the generic webhook; the surface is served only when set'),
  ),
  WEBHOOK_INBOUND_NAME: EndpointName.default('webhook').describe(
    'Endpoint name of the generic webhook; `inbound/webhooks.yaml` names further ones',
  ),
  WEBHOOK_INBOUND_HMAC: flag(false).describe('Verify an HMAC over the body instead of a shared secret'),
  WEBHOOK_INBOUND_STANDARD: flag(false).describe('Verify Standard Webhooks signatures'),
  SVC_WEBHOOK_MAX_BYTES: whole({ min: 1 })
    .default(32 * 1024 * 1024)
    .describe('Largest webhook body in bytes'),
})

export type InboundSurface = (typeof SURFACES)[number]

export interface InboundConfig {
  /** Those that were asked for; each is served only when its own variables are set. */
  surfaces: readonly InboundSurface[]
  /** The endpoint that the environment configures. */
  webhook: Endpoint
}

export function readInboundConfig(environment: Environment): InboundConfig {
  const env = parseEnvironment(InboundVariables, environment)
  checkStandard(env)
  const signed = env.WEBHOOK_INBOUND_HMAC ? 'hmac' : 'secret'
  return {
    surfaces: env.SVC_INBOUND,
    webhook: {
      name: env.WEBHOOK_INBOUND_NAME,
      mode: env.WEBHOOK_INBOUND_STANDARD ? 'standard' : signed,
      secretVariable: 'WEBHOOK_INBOUND_SECRET',
      secret: env.WEBHOOK_INBOUND_SECRET ?? null,
      maxBytes: env.SVC_WEBHOOK_MAX_BYTES,
    },
  }
}

function checkStandard(env: z.infer<typeof InboundVariables>): void {
  if (!env.WEBHOOK_INBOUND_STANDARD) return
  if (env.WEBHOOK_INBOUND_HMAC)
    throw new BadConfiguration([
      { variable: 'WEBHOOK_INBOUND_STANDARD', message: 'not together with WEBHOOK_INBOUND_HMAC' },
    ])
  const message = secretProblem('standard', env.WEBHOOK_INBOUND_SECRET ?? '')
  if (message !== null) throw new BadConfiguration([{ variable: 'WEBHOOK_INBOUND_SECRET', message }])
}
