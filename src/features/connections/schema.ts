import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'

export const JourneyState = z.enum(['waiting', 'started', 'connected', 'failed', 'cancelled', 'expired'])

export const JourneyStatus = z
  .object({
    id: z.string(),
    provider: z.string(),
    state: JourneyState,
    connected_at: Time.nullable(),
    detail: z.string().nullable().describe('Reason of the outcome, as a sentence'),
    missing_scopes: z
      .array(z.string())
      .optional()
      .describe('Requested scopes that the provider did not grant; absent if all were granted'),
    kept: z
      .literal(true)
      .optional()
      .describe('True if connecting failed and the previous connection is unchanged'),
  })
  .meta({ id: 'ConnectionJourneyStatus' })
export type JourneyStatus = z.infer<typeof JourneyStatus>

export const JourneyView = JourneyStatus.extend({
  name: z.string().describe('Name of the provider'),
  hub: z
    .object({ slug: z.string(), name: z.string() })
    .nullable()
    .describe('Slug of the Hub that asked for the connection; null if the person did'),
  tool: z.string().nullable().describe('Name of the tool that needs the account'),
  lack: z
    .enum(['missing', 'expired', 'revoked', 'scope_missing', 'asked'])
    .describe('Purpose of the connection'),
  scopes: z.array(z.string()).describe('Requested scopes; empty if the provider chooses'),
  created_at: Time,
  expires_at: Time,
  return_to: z.string().describe('Path of the chat to return to'),
  authorize: z.string().describe('Path at which the person continues to connect the account'),
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
        'Scopes that the account lacks, among those that an administrator entered or that a tool or server needed recently',
      ),
    connected_at: Time.nullable(),
    used: z
      .array(z.object({ hub: z.string(), name: z.string(), last_used_at: Time }))
      .describe('Agents that used the connection, most recent first'),
  })
  .meta({ id: 'ConnectedAccount' })
export type ConnectionView = z.infer<typeof ConnectionView>

export const ConnectionList = z
  .object({
    items: z.array(ConnectionView),
    journeys: z.boolean().describe('True if people can connect accounts in the Console'),
  })
  .meta({ id: 'ConnectedAccounts' })
export type ConnectionList = z.infer<typeof ConnectionList>
