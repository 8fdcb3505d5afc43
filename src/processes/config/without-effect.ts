import type { Environment } from '#ground/base/environment.ts'

export interface WithoutEffect {
  variable: string
  /** Setting without which the variable has no effect, such as `MCP_SERVER=true`; null if there is none. */
  needs: string | null
}

export function settingsWithoutEffect(
  environment: Environment,
  reserved: ReadonlySet<string>,
): WithoutEffect[] {
  const made = (variables: Iterable<string>, needs: string | null, counts = isTurnedOn) =>
    [...variables].filter((name) => counts(environment[name])).map((variable) => ({ variable, needs }))
  return [
    ...made(reserved, null),
    ...RULES.filter(({ without }) => without(environment)).flatMap(({ variables, needs, offCounts }) =>
      made(variables, needs, offCounts ? isSet : isTurnedOn),
    ),
  ]
}

interface Rule {
  variables: readonly string[]
  without(environment: Environment): boolean
  needs: string
  offCounts?: true
}

const isSet = (text: string | undefined): boolean => text !== undefined && text !== ''
const isOn = (text: string | undefined): boolean => /^(true|1|yes|on)$/i.test(text ?? '')
const isOff = (text: string | undefined): boolean => /^(false|0|no|off)$/i.test(text ?? '')
const isTurnedOn = (text: string | undefined): boolean => isSet(text) && !isOff(text)

const RULES: readonly Rule[] = [
  {
    variables: ['MCP_OAUTH', 'MCP_ACCESS_GROUP', 'SVC_MCP_REQUESTS_PER_MINUTE'],
    without: (env) => !isOn(env['MCP_SERVER']),
    needs: 'MCP_SERVER=true',
  },
  {
    variables: ['MCP_OAUTH_CLIENT_DOCUMENTS'],
    without: (env) => !isOn(env['MCP_OAUTH']) || !isOn(env['MCP_SERVER']),
    needs: 'MCP_SERVER=true and MCP_OAUTH=true',
  },
  {
    variables: ['SVC_BUS_URL'],
    without: (env) => !/^postgres(ql)?:/.test(env['SVC_DATABASE_URL'] ?? ''),
    needs: 'SVC_DATABASE_URL=postgres://…',
  },
  {
    variables: ['SVC_EDIT_HUBS'],
    without: (env) => env['SVC_HUB_SOURCE'] === 'store',
    needs: 'SVC_HUB_SOURCE=folder',
  },
  {
    variables: ['SVC_BLOBS_ACCESS_KEY_ID', 'SVC_BLOBS_SECRET_ACCESS_KEY'],
    without: (env) => !isSet(env['SVC_BLOBS_URL']),
    needs: 'SVC_BLOBS_URL=s3://…',
  },
  {
    variables: ['SVC_CHATAPP_LOCKED_PREFIXES'],
    without: (env) => !isOn(env['SVC_LOCK_CHATAPP_ACCESS_UI']),
    needs: 'SVC_LOCK_CHATAPP_ACCESS_UI=true',
  },
  {
    variables: [
      'SVC_LOCK_CHATAPP_ACCESS_UI',
      'SVC_EDGE_HEALTH_PORT',
      'SVC_HIDE_CHATAPP_USERS',
      'SVC_EDGE_METRICS_PORT',
      'SVC_EDGE_WORKERS',
      'SVC_TRUSTED_PROXIES',
      'SVC_TLS_CERT_FILE',
      'SVC_TLS_KEY_FILE',
    ],
    without: (env) => isOn(env['SVC_DISABLE_EDGE']),
    needs: 'SVC_DISABLE_EDGE=false',
  },
  {
    variables: ['SVC_EDGE_WORKERS'],
    without: (env) => env['SVC_PROCESSES'] === 'single',
    needs: 'SVC_PROCESSES=compact',
  },
  {
    variables: [
      'SVC_OIDC_ISSUER',
      'SVC_OIDC_FILE',
      'SVC_SIGNUP',
      'SVC_DEFAULT_USER_ROLE',
      'SVC_REQUIRE_SECOND_FACTOR',
      'SVC_SESSION_DAYS',
      'SVC_COOKIE_SECURE',
      'SVC_PASSWORD_SIGN_IN',
      'SVC_CHAT_TITLES',
      'SVC_CHATAPP_MAX_FILE_BYTES',
      'SVC_CHATAPP_METRICS_PORT',
    ],
    without: (env) => env['SVC_CHATAPP'] === 'openwebui',
    needs: 'SVC_CHATAPP=builtin',
    offCounts: true,
  },
  {
    variables: ['SVC_OIDC_ADMIN_VALUES', 'SVC_OIDC_USER_VALUES'],
    without: (env) => !isSet(env['SVC_OIDC_ROLE_CLAIM']),
    needs: 'SVC_OIDC_ROLE_CLAIM',
  },
  {
    variables: ['SVC_CHATAPP_URL', 'SVC_CHATAPP_API_KEY'],
    without: (env) => env['SVC_CHATAPP'] !== 'openwebui',
    needs: 'SVC_CHATAPP=openwebui',
  },
  {
    variables: [
      'SVC_AGENT_COMMAND',
      'SVC_AGENT_ENV',
      'SVC_AGENT_ALLOW',
      'SVC_AGENT_IDLE_SECONDS',
      'SVC_AGENT_MAX_PROCESSES',
      'SVC_OTEL_NORMALIZE',
    ],
    without: (env) => env['SVC_AGENT_MODE'] !== 'process',
    needs: 'SVC_AGENT_MODE=process',
  },
  {
    variables: ['SVC_OTEL_NORMALIZE', 'SVC_OTEL_HEADERS'],
    without: (env) => !isSet(env['SVC_OTEL_ENDPOINT']),
    needs: 'SVC_OTEL_ENDPOINT',
  },
  {
    variables: ['SVC_TRACE_CONTENT', 'SVC_TRACE_SAMPLE'],
    without: (env) => env['SVC_TRACE_DAYS'] === '0' && !isSet(env['SVC_OTEL_ENDPOINT']),
    needs: 'SVC_TRACE_DAYS above 0 or SVC_OTEL_ENDPOINT',
  },
  {
    variables: ['WEBHOOK_INBOUND_HMAC', 'WEBHOOK_INBOUND_STANDARD'],
    without: (env) => !isSet(env['WEBHOOK_INBOUND_SECRET']),
    needs: 'WEBHOOK_INBOUND_SECRET',
  },
]
