import { z } from 'zod'
import { splitCommand } from '#core/agent/process/command.ts'
import { PERMISSION_KINDS, type PermissionKind } from '#core/agent/process/permission-kinds.ts'
import {
  BadConfiguration,
  list,
  parseEnvironment,
  secret,
  whole,
  type Environment,
} from '#ground/base/environment.ts'

const PROVIDERS = ['offline', 'compatible', 'openai', 'anthropic', 'google'] as const

export const AgentVariables = z.object({
  SVC_MODEL: z
    .string()
    .regex(
      new RegExp(`^(offline|(${PROVIDERS.join('|')})/.+)$`),
      `expected <provider>/<model>, provider one of ${PROVIDERS.join(', ')}`,
    )
    .optional()
    .describe(
      'Model as `<provider>/<model>`: `openai`, `anthropic`, `google`, `compatible` or `offline`; default the built-in offline model',
    ),
  SVC_MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .optional()
    .describe(
      'Base address of a `compatible` server, such as `http://127.0.0.1:11434/v1`; or of the provider that `SVC_MODEL` names, in place of its own',
    ),
  SVC_MODEL_API_KEY: secret(z.string().optional().describe('Key for a `compatible` server')),
  SVC_MODEL_CONTEXT_TOKENS: whole({ min: 1024, max: 100_000_000 })
    .optional()
    .describe(
      'Tokens the model takes, question and answer together; default what is known of the model, or what its refusal says',
    ),
  OPENAI_API_KEY: secret(z.string().optional().describe('Key for `openai` models')),
  ANTHROPIC_API_KEY: secret(z.string().optional().describe('Key for `anthropic` models')),
  GOOGLE_GENERATIVE_AI_API_KEY: secret(z.string().optional().describe('Key for `google` models')),
  SVC_AGENT_MODE: z
    .enum(['model', 'process'])
    .default('model')
    .describe('`model`: a tool loop in the bridge; `process`: a local agent process per chat'),
  SVC_AGENT_COMMAND: z
    .string()
    .optional()
    .describe(
      'Command of the local agent process (Agent Client Protocol over stdio), started without a shell; needed with `SVC_AGENT_MODE=process`',
    ),
  SVC_AGENT_ENV: list()
    .pipe(z.array(z.string().regex(/^[a-z_]\w*$/i, 'expected names of variables')))
    .default([])
    .describe(
      'Names of variables that the agent process gets, such as `ANTHROPIC_API_KEY`, separated by commas; beside `PATH`, `HOME` and the like it gets no other',
    ),
  SVC_AGENT_ALLOW: list()
    .pipe(
      z.array(
        z.enum([...PERMISSION_KINDS, 'none'], { error: `expected ${PERMISSION_KINDS.join(', ')} or none` }),
      ),
    )
    .default(['read', 'search', 'think'])
    .describe(
      'Kinds of work the agent process may do with its own tools for everybody; what else it asks for takes the capability `agent_edit` or `agent_execute`',
    ),
  SVC_AGENT_IDLE_SECONDS: whole({ min: 1, max: 604_800 })
    .default(600)
    .describe('Seconds after which an agent process without work is ended'),
  SVC_AGENT_MAX_PROCESSES: whole({ min: 1, max: 1000 }).default(8).describe('Agent processes at once'),
  SVC_TOOL_TIMEOUT_SECONDS: whole({ min: 1, max: 86_400 })
    .default(120)
    .describe('Longest time one tool call may take'),
  SVC_LOOP_LIMIT: whole({ max: 1_000_000 })
    .default(30)
    .describe(
      'Turns with the same caller and prompt that may call tools within a minute before they count as a loop; 0 is no limit',
    ),
})

/** Which model answers and how it is reached. */
export interface ModelConfig {
  provider: (typeof PROVIDERS)[number]
  /** The provider's own name of the model. */
  name: string
  baseUrl: string | null
  apiKey: string | null
}

export interface AgentProcessConfig {
  command: [program: string, ...args: string[]]
  passOn: readonly string[]
  allow: readonly PermissionKind[]
  idleMs: number
  most: number
}

export interface AgentConfig {
  /** How agent processes are run; null when a model answers. */
  process: AgentProcessConfig | null
  /** From `SVC_MODEL`; null when nobody set one. An agent file may name another. */
  model: ModelConfig | null
  /** What is needed to reach any other model an agent file names. */
  modelConfig(id: string): ModelConfig
  /** Null: what is known of each model. */
  contextTokens: number | null
  toolTimeoutMs: number
  sameTurnsPerMinute: number
}

export function readAgentConfig(environment: Environment): AgentConfig {
  const env = parseEnvironment(AgentVariables, environment)
  const keys = {
    offline: null,
    compatible: env.SVC_MODEL_API_KEY ?? null,
    openai: env.OPENAI_API_KEY ?? null,
    anthropic: env.ANTHROPIC_API_KEY ?? null,
    google: env.GOOGLE_GENERATIVE_AI_API_KEY ?? null,
  }
  const chosen = env.SVC_MODEL?.split('/')[0]
  const modelConfig = (id: string): ModelConfig => {
    const [provider, ...name] = id.split('/') as [ModelConfig['provider'], ...string[]]
    // The address belongs to the provider that SVC_MODEL names: another provider's key must not be sent there.
    const isMeant = provider === 'compatible' || provider === chosen
    const baseUrl = (isMeant && env.SVC_MODEL_BASE_URL) || null
    return { provider, name: name.join('/') || 'offline', baseUrl, apiKey: keys[provider] ?? null }
  }
  return {
    process: env.SVC_AGENT_MODE === 'process' ? processConfig(env) : null,
    model: env.SVC_MODEL ? modelConfig(env.SVC_MODEL) : null,
    modelConfig,
    contextTokens: env.SVC_MODEL_CONTEXT_TOKENS ?? null,
    toolTimeoutMs: env.SVC_TOOL_TIMEOUT_SECONDS * 1000,
    sameTurnsPerMinute: env.SVC_LOOP_LIMIT,
  }
}

function processConfig(env: z.infer<typeof AgentVariables>): AgentProcessConfig {
  const command = splitCommand(env.SVC_AGENT_COMMAND ?? '')
  if (!command.ok)
    throw new BadConfiguration([
      {
        variable: 'SVC_AGENT_COMMAND',
        message: `SVC_AGENT_MODE=process needs it, and it ${command.refusal}`,
      },
    ])
  return {
    command: command.value,
    passOn: env.SVC_AGENT_ENV,
    allow: env.SVC_AGENT_ALLOW.filter((kind) => kind !== 'none'),
    idleMs: env.SVC_AGENT_IDLE_SECONDS * 1000,
    most: env.SVC_AGENT_MAX_PROCESSES,
  }
}
