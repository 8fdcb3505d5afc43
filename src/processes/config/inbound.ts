import { z } from 'zod'
import { teamchat } from '#features/messaging/channels/teamchat/kind.ts'
import { list, parseEnvironment, secret, type Environment } from '#ground/base/environment.ts'
import type { SurfaceKind } from '#surfaces/inbound/kind.ts'
import { SURFACE_KINDS } from '#surfaces/inbound/kinds.ts'
import { SURFACE_NAMES } from '#surfaces/inbound/names.ts'

const apiBase = (what: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(`Base address of the ${what} API`)

const OwnVariables = z.object({
  SVC_INBOUND: list()
    .pipe(z.array(z.enum(SURFACE_NAMES, `expected some of ${SURFACE_NAMES.join(', ')}`)))
    .default([])
    .describe(
      `Surfaces the inbound receiver is started with, as ${SURFACE_NAMES.map((name) => `the option \`--${name}\``).join(', ')} of \`hub run\` does`,
    ),
  CHATA_VERIFY_TOKEN: secret(z.string().optional().describe('Chat-a webhook verification token')),
  CHATA_APP_SECRET: secret(z.string().optional().describe('Signs chat-a webhooks')),
  CHATA_ACCESS_TOKEN: secret(z.string().optional().describe('Sends chat-a answers')),
  CHATA_PHONE_NUMBER_ID: z.string().optional().describe('The number chat-a answers come from'),
  CHATA_API_BASE: apiBase('chat-a'),
  CHATB_WEBHOOK_SECRET: secret(z.string().optional().describe('Chat-b webhook secret')),
  CHATB_BOT_TOKEN: secret(z.string().optional().describe('Sends chat-b answers')),
  CHATB_API_BASE: apiBase('chat-b'),
})

export const InboundVariables: z.ZodObject = z.object(
  Object.assign(
    {},
    OwnVariables.shape,
    teamchat.variables.shape,
    ...Object.values(SURFACE_KINDS).map(({ variables }) => variables.shape),
  ),
)

export interface InboundConfig {
  /** Those that were asked for; each is served only when its own variables are set. */
  surfaces: readonly SurfaceKind[]
}

export function readInboundConfig(environment: Environment): InboundConfig {
  const { SVC_INBOUND: asked } = parseEnvironment(OwnVariables, environment)
  return { surfaces: SURFACE_NAMES.filter((name) => asked.includes(name)).map((name) => SURFACE_KINDS[name]) }
}
