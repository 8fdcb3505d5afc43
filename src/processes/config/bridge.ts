import { z } from 'zod'
import { isDocumentEntry } from '#surfaces/mcp/oauth/document-address.ts'
import { originsProblem } from '#ground/base/files/allowed-origins.ts'
import {
  flag,
  listVariable,
  parseEnvironment,
  secret,
  wholeVariable,
  type Environment,
} from '#ground/base/environment.ts'

/** This default key is publicly known, so it gives no access to chat files. */
export const PUBLIC_BRIDGE_KEY = 'svc-local-bridge-key'

/** Providers may deliver a message again within this time. A Hub that has deleted the message would answer twice. */
const REDELIVERY_DAYS = 7

export const BridgeVariables = z.object({
  BRIDGE_API_KEYS: secret(
    listVariable()
      .default([PUBLIC_BRIDGE_KEY])
      .describe(
        'Keys with which programs may call the bridge; default a publicly known key, usable only on this machine',
      ),
  ),
  SVC_MAX_UPLOAD_BYTES: wholeVariable({ min: 1 })
    .default(25 * 1024 * 1024)
    .describe('Maximum size of an upload or attachment'),
  SVC_ARTIFACT_BYTES_PER_PERSON: wholeVariable({ min: 1 })
    .default(5 * 1024 ** 3)
    .describe('Maximum size of one person’s artifacts with all versions'),
  SVC_ARTIFACT_LINK_TTL: wholeVariable({ min: 1 })
    .optional()
    .describe('Seconds until chat-file links expire; default never'),
  SVC_ARTIFACT_ALLOW_ORIGINS: listVariable()
    .superRefine((origins, context) => {
      const message = originsProblem(origins)
      if (message !== null) context.addIssue({ code: 'custom', message })
    })
    .default([])
    .describe('At most 20 origins that HTML artifacts may load from: `https://host[:port]`'),
  SVC_ACCESS: z
    .enum(['console', 'groups'])
    .default('console')
    .describe('How access to a new Hub is managed: in the Console, or by web chat groups'),
  SVC_EDIT_HUBS: flag(false).describe('Allow editing of Hub files in the Console'),
  SVC_CONSOLE_SETUP: flag(false).describe(
    'Use settings of mail, identity providers and channels that are [set up in the Console](console.md#set-up)',
  ),
  MCP_ACCESS_GROUP: z
    .string()
    .optional()
    .describe(
      'Name or id of the web chat group whose members may use MCP, on Hubs with `SVC_ACCESS=groups`; default: everyone',
    ),
  MCP_OAUTH_CLIENT_DOCUMENTS: listVariable()
    .superRefine((entries, context) => {
      const wrong = entries.find((entry) => !isDocumentEntry(entry))
      if (wrong !== undefined)
        context.addIssue({
          code: 'custom',
          message: `expected host, host:port or https://host/path, not ${wrong}`,
        })
    })
    .default([])
    .describe('Hosts or addresses from which the Hub accepts client ID metadata documents; default none'),
  SVC_MCP_REQUESTS_PER_MINUTE: wholeVariable({ min: 1 })
    .default(3000)
    .describe('Maximum number of MCP requests per minute from one person’s programs'),
  SVC_MESSAGE_DAYS: wholeVariable({ max: 3650 })
    .refine((days) => days === 0 || days > REDELIVERY_DAYS, {
      message: `expected 0 or more than ${REDELIVERY_DAYS}: providers may repeat a delivery for that many days`,
    })
    .default(365)
    .describe('Retention of channel messages in days; 0 keeps all'),
  SVC_RESPONSE_DAYS: wholeVariable({ max: 3650 })
    .default(30)
    .describe(
      'Days after the last request of a conversation until its Responses API answers are removed; 0 stores none',
    ),
  SVC_CHATAPP_HEADER_PREFIX: z
    .string()
    .regex(/^x-[a-z0-9-]+$/i, 'expected a header prefix such as X-ChatApp')
    .default('X-ChatApp')
    .describe('Prefix of the web chat’s headers that name the person'),
})

export interface BridgeConfig {
  access: 'console' | 'groups'
  keys: readonly string[]
  maxUploadBytes: number
  artifactBytesPerPerson: number
  linkTtlSeconds: number | null
  allowOrigins: readonly string[]
  editHubs: boolean
  /** Whether mail, identity providers and channels may be set up in the Console. */
  consoleSetup: boolean
  /** If 0, messages are never deleted. */
  messageDays: number
  /** If 0, answers of the Responses API are not stored. */
  responseDays: number
  /** Such as `X-ChatApp`. */
  identityHeaderPrefix: string
  /** Name or id of the web chat group that may use MCP on a Hub in access mode `groups`; null: everyone. */
  mcpGroup: string | null
  mcpClientDocuments: readonly string[]
  mcpRequestsPerMinute: number
}

export function readBridgeConfig(environment: Environment): BridgeConfig {
  const env = parseEnvironment(BridgeVariables, environment)
  return {
    access: env.SVC_ACCESS,
    keys: env.BRIDGE_API_KEYS,
    maxUploadBytes: env.SVC_MAX_UPLOAD_BYTES,
    artifactBytesPerPerson: env.SVC_ARTIFACT_BYTES_PER_PERSON,
    linkTtlSeconds: env.SVC_ARTIFACT_LINK_TTL ?? null,
    allowOrigins: env.SVC_ARTIFACT_ALLOW_ORIGINS,
    editHubs: env.SVC_EDIT_HUBS,
    consoleSetup: env.SVC_CONSOLE_SETUP,
    messageDays: env.SVC_MESSAGE_DAYS,
    responseDays: env.SVC_RESPONSE_DAYS,
    identityHeaderPrefix: env.SVC_CHATAPP_HEADER_PREFIX,
    mcpGroup: env.MCP_ACCESS_GROUP?.trim() || null,
    mcpClientDocuments: env.MCP_OAUTH_CLIENT_DOCUMENTS,
    mcpRequestsPerMinute: env.SVC_MCP_REQUESTS_PER_MINUTE,
  }
}
