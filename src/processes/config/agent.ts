import { z } from 'zod'
import { parseEnvironment, secret, whole, type Environment } from '#base/environment.ts'

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
    .describe('Command of the local agent process (Agent Client Protocol over stdio)'),
  SVC_TOOL_TIMEOUT_SECONDS: whole({ min: 1, max: 86_400 })
    .default(120)
    .describe('Longest time one tool call may take'),
  SVC_BUDGET_HUB_MONTHLY_USD: z.coerce
    .number()
    .positive()
    .optional()
    .describe('Money the Hub may spend on models in a calendar month'),
  SVC_BUDGET_PERSON_MONTHLY_USD: z.coerce
    .number()
    .positive()
    .optional()
    .describe('Money one person may spend in a calendar month'),
})

/** Which model answers and how it is reached. */
export interface ModelConfig {
  provider: (typeof PROVIDERS)[number]
  /** The provider's own name of the model. */
  name: string
  baseUrl: string | null
  apiKey: string | null
}

export interface AgentConfig {
  /** From `SVC_MODEL`; null when nobody set one. An agent file may name another. */
  model: ModelConfig | null
  /** What is needed to reach any other model an agent file names. */
  modelConfig(id: string): ModelConfig
  toolTimeoutMs: number
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
    model: env.SVC_MODEL ? modelConfig(env.SVC_MODEL) : null,
    modelConfig,
    toolTimeoutMs: env.SVC_TOOL_TIMEOUT_SECONDS * 1000,
  }
}
