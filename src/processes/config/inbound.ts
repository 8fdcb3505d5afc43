import { z } from 'zod'
import { flag, secret, whole } from '#base/environment.ts'

const apiBase = (what: string) =>
  z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(`Base address of the ${what} API`)

export const InboundVariables = z.object({
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
  WEBHOOK_INBOUND_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'expected lower-case letters, digits, - and _')
    .default('webhook')
    .describe('Endpoint name of the generic webhook'),
  WEBHOOK_INBOUND_HMAC: flag(false).describe('Verify an HMAC over the body instead of a shared secret'),
  WEBHOOK_INBOUND_STANDARD: flag(false).describe('Verify Standard Webhooks signatures'),
  SVC_WEBHOOK_MAX_BYTES: whole({ min: 1 })
    .default(32 * 1024 * 1024)
    .describe('Largest webhook body in bytes'),
})
