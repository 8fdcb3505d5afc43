import { z } from 'zod'
import {
  BadConfiguration,
  flag,
  parseEnvironment,
  secret,
  wholeVariable,
  type Environment,
} from '#ground/base/environment.ts'
import { DEFAULT_PORTS } from './ports.ts'

export const ChatappVariables = z.object({
  SVC_CHATAPP: z
    .enum(['builtin', 'openwebui'])
    .default('builtin')
    .describe('Web chat of the Hub: the built-in web chat or Open WebUI'),
  SVC_CHATAPP_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address of a running Open WebUI'),
  SVC_CHATAPP_API_KEY: secret(
    z.string().min(1).optional().describe('API key of an Open WebUI administrator'),
  ),
  SVC_CHATAPP_COMMAND: z.string().optional().describe('Command that starts an Open WebUI'),
  SVC_SIGNUP: flag(true).describe('Allow sign-up'),
  SVC_DEFAULT_USER_ROLE: z
    .enum(['pending', 'user'])
    .default('pending')
    .describe('Role of new accounts; the first account is an administrator'),
  SVC_ACCOUNT_DELETION: flag(false).describe('Let people delete their own accounts'),
  SVC_REQUIRE_SECOND_FACTOR: flag(false).describe(
    'Require a second factor from everyone who signs in with a password; with `false` the Console’s setting decides',
  ),
  SVC_SESSION_DAYS: wholeVariable({ min: 1, max: 365 }).default(28).describe('Days until a session ends'),
  SVC_CHATAPP_MAX_FILE_BYTES: wholeVariable({ min: 1 })
    .optional()
    .describe('Maximum size of an attachment; default `SVC_MAX_UPLOAD_BYTES`'),
  SVC_CHAT_TITLES: flag(true).describe('Request titles of new chats from the model'),
  SVC_COOKIE_SECURE: z
    .enum(['auto', 'always', 'never'])
    .default('auto')
    .describe('Attribute `Secure` of cookies; `auto` sets it for https addresses'),
  SVC_SESSION_SECRET: secret(
    z.string().min(32).optional().describe('Secret that signs sessions; default a generated secret'),
  ),
})

export interface ChatappConfig {
  signUp: boolean
  defaultRole: 'pending' | 'user'
  accountDeletion: boolean
  secondFactor: boolean
  sessionSeconds: number
  maxFileBytes: number
  agentTitles: boolean
  secureCookies: 'auto' | 'always' | 'never'
  /** If null, the generated value applies. */
  sessionSecret: string | null
}

export function readChatappConfig(environment: Environment, maxUploadBytes: number): ChatappConfig {
  const env = parseEnvironment(ChatappVariables, environment)
  return {
    signUp: env.SVC_SIGNUP,
    defaultRole: env.SVC_DEFAULT_USER_ROLE,
    accountDeletion: env.SVC_ACCOUNT_DELETION,
    secondFactor: env.SVC_REQUIRE_SECOND_FACTOR,
    sessionSeconds: env.SVC_SESSION_DAYS * 86_400,
    maxFileBytes: env.SVC_CHATAPP_MAX_FILE_BYTES ?? maxUploadBytes,
    agentTitles: env.SVC_CHAT_TITLES,
    secureCookies: env.SVC_COOKIE_SECURE,
    sessionSecret: env.SVC_SESSION_SECRET ?? null,
  }
}

const AccountDeletion = ChatappVariables.pick({ SVC_ACCOUNT_DELETION: true })

export const readAccountDeletion = (environment: Environment): boolean =>
  parseEnvironment(AccountDeletion, environment).SVC_ACCOUNT_DELETION

export type ChatappAccessConfig =
  | { kind: 'builtin'; sessionSecret: string | null }
  | {
      kind: 'openwebui'
      /** Origin, such as `http://127.0.0.1:8080`. */
      url: string
      apiKey: string
    }

export function readChatappAccessConfig(environment: Environment): ChatappAccessConfig {
  const env = parseEnvironment(ChatappVariables, environment)
  if (env.SVC_CHATAPP === 'builtin') return { kind: 'builtin', sessionSecret: env.SVC_SESSION_SECRET ?? null }
  const { SVC_CHATAPP_URL: url, SVC_CHATAPP_API_KEY: apiKey } = env
  if (url === undefined)
    throw bad('SVC_CHATAPP_URL', 'is missing: SVC_CHATAPP=openwebui needs the address of Open WebUI')
  if (apiKey === undefined)
    throw bad(
      'SVC_CHATAPP_API_KEY',
      'is missing: SVC_CHATAPP=openwebui needs the API key of an administrator',
    )
  if (flag(false).parse(environment['SVC_DISABLE_EDGE'] || 'false'))
    throw bad('SVC_DISABLE_EDGE', 'is true, but the edge guards Open WebUI: remove it')
  const { origin, href, port, hostname } = new URL(url)
  if (href !== `${origin}/`)
    throw bad('SVC_CHATAPP_URL', 'expected scheme, host and port only: Open WebUI is served at the root')
  const own = isThisMachine(hostname) ? ownPort(environment, port) : undefined
  if (own) throw bad('SVC_CHATAPP_URL', `is an address of this Hub (${own}=${port}); change one of the ports`)
  return { kind: 'openwebui', url: origin, apiKey }
}

const OWN_PORTS = {
  PORT: DEFAULT_PORTS.edge,
  BRIDGE_PORT: DEFAULT_PORTS.bridge,
  SVC_INBOUND_PORT: DEFAULT_PORTS.inbound,
} as const

const ownPort = (environment: Environment, port: string): string | undefined =>
  Object.entries(OWN_PORTS).find(([name, usual]) => (environment[name] || String(usual)) === port)?.[0]

/** Connections to an unspecified address reach this machine. */
const isThisMachine = (hostname: string): boolean =>
  /^(localhost|0\.0\.0\.0|127(\.\d+){3}|\[::1?\])$/.test(hostname)

const bad = (variable: string, message: string) => new BadConfiguration([{ variable, message }])
