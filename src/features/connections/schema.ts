import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'

export const JourneyState = z.enum(['waiting', 'started', 'connected', 'failed', 'cancelled', 'expired'])

/** Response of `/portal/connect/<id>/status`. */
export const JourneyStatus = z
  .object({
    id: z.string(),
    provider: z.string(),
    state: JourneyState,
    connected_at: Time.nullable(),
    detail: z.string().nullable().describe('Why it ended as it did, in a sentence'),
    missing_scopes: z
      .array(z.string())
      .optional()
      .describe('Requested scopes that the provider did not grant; absent without any'),
    kept: z
      .literal(true)
      .optional()
      .describe('The journey failed, and the connection from before stays as it was'),
  })
  .meta({ id: 'ConnectionJourneyStatus' })
export type JourneyStatus = z.infer<typeof JourneyStatus>

export const JourneyView = JourneyStatus.extend({
  name: z.string().describe('Name of the provider'),
  hub: z
    .object({ slug: z.string(), name: z.string() })
    .nullable()
    .describe('Requesting Hub; null: the person themselves'),
  tool: z.string().nullable().describe('Requesting tool'),
  lack: z
    .enum(['missing', 'expired', 'revoked', 'scope_missing', 'asked'])
    .describe('Why an account is to be connected'),
  scopes: z.array(z.string()).describe('Requested scopes; empty: the provider’s choice'),
  created_at: Time,
  expires_at: Time,
  return_to: z.string().describe('Path of the chat to return to'),
  authorize: z.string().describe('Path at which a started journey continues'),
}).meta({ id: 'ConnectionJourney' })
export type JourneyView = z.infer<typeof JourneyView>

export const JourneyParams = z.strictObject({ id: z.uuid('expected the id of a connection journey') })

export const NewJourneyBody = z.strictObject({ provider: z.string().min(1).max(256) })

export const ConnectionView = z
  .object({
    provider: z.string(),
    name: z.string(),
    description: z.string(),
    state: z.enum(['none', 'healthy', 'expiring', 'expired', 'revoked', 'scope_missing', 'misconfigured']),
    scopes: z.array(z.string()).describe('Granted scopes; without an account, the requested scopes'),
    missing_scopes: z
      .array(z.string())
      .describe(
        'Scopes that an administrator entered, or that a tool or server needed lately, and the account lacks',
      ),
    connected_at: Time.nullable(),
    used: z
      .array(z.object({ hub: z.string(), name: z.string(), last_used_at: Time }))
      .describe('The latest first'),
  })
  .meta({ id: 'ConnectedAccount' })
export type ConnectionView = z.infer<typeof ConnectionView>

export const ConnectionList = z
  .object({
    items: z.array(ConnectionView),
    journeys: z.boolean().describe('Whether accounts can be connected from here'),
  })
  .meta({ id: 'ConnectedAccounts' })
export type ConnectionList = z.infer<typeof ConnectionList>
