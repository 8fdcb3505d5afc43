import { isTimeZone } from '#ground/base/time-zone.ts'
import { z } from 'zod'
import type { ModelAddress } from '#core/agent/model/choose.ts'
import { MODEL_PREFIXES, OFFLINE, findProvider, PROVIDERS } from '#core/agent/model/providers/list.ts'
import { FILE_KINDS, type ModelFileKind } from '#core/agent/model/files/kinds.ts'
import { MAX_LISTED_MODELS } from '#ground/hub/model-choice.ts'
import { splitCommand } from '#agent-process/settings/command.ts'
import { PERMISSION_KINDS, type PermissionKind } from '#agent-process/settings/permission-kinds.ts'
import {
  BadConfiguration,
  listVariable,
  parseEnvironment,
  secret,
  wholeVariable,
  type Environment,
} from '#ground/base/environment.ts'
import { blockedPortProblem } from '#ground/base/network/blocked-port.ts'

/** A variable for each provider, because `SVC_MODEL` may name any of them. */
const KeyVariables = z.object(
  Object.fromEntries(
    PROVIDERS.map(({ name, keyVariable }) => [
      keyVariable,
      secret(z.string().optional().describe(`Key for \`${name}\` models`)),
    ]),
  ),
)

export const AgentVariables = z.object({
  SVC_MODEL: z
    .string()
    .transform((text) => text.split(',').map((id) => id.trim()))
    .pipe(
      z
        .array(
          z
            .string()
            .regex(
              new RegExp(`^(${OFFLINE}|(${MODEL_PREFIXES.join('|')})/.+)$`),
              `expected <provider>/<model>, with one of the providers ${MODEL_PREFIXES.join(', ')}`,
            ),
        )
        .max(MAX_LISTED_MODELS, `expected at most ${MAX_LISTED_MODELS} models`)
        .refine((ids) => new Set(ids).size === ids.length, 'expected each model only once'),
    )
    .optional()
    .describe(
      `Models as \`<provider>/<model>\`, [in order](models.md#several-models), with the provider ${MODEL_PREFIXES.map((name) => `\`${name}\``).join(', ')}; default the offline model`,
    ),
  SVC_MODEL_BASE_URL: z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .refine(
      (text) =>
        !/\/(?:chat\/completions|completions|responses|messages|models|embeddings|api\/(?:chat|generate|tags))\/*(?:[?#]|$)/.test(
          text,
        ),
      {
        error:
          'expected the address before the endpoint’s path, such as http://127.0.0.1:11434/v1: leave out the last part',
      },
    )
    .refine((text) => !/[?#]/.test(text), {
      error: 'expected an address without a query: put a key into the variable of the provider’s key',
    })
    .optional()
    .describe(
      'Base address of a `compatible` server, such as `http://127.0.0.1:11434/v1`, or of a proxy for the provider',
    ),
  SVC_MODEL_CONTEXT_TOKENS: wholeVariable({ min: 1024, max: 100_000_000 })
    .optional()
    .describe('Context window of the model in tokens; default the size known for the model'),
  SVC_MODEL_INPUTS: listVariable()
    .pipe(z.array(z.enum(['text', ...FILE_KINDS], { error: `expected text, ${FILE_KINDS.join(', ')}` })))
    .optional()
    .describe(
      'Kinds of input that the models accept: `text`, `image`, `pdf`, `audio`, `video`; default those of the provider',
    ),
  ...KeyVariables.shape,
  SVC_AGENT_MODE: z
    .enum(['model', 'process'])
    .default('model')
    .describe('`model`: a model answers; `process`: a local agent process per chat answers'),
  SVC_AGENT_COMMAND: z.string().optional().describe('Command of the agent process, without a shell'),
  SVC_AGENT_ENV: listVariable()
    .pipe(z.array(z.string().regex(/^[a-z_]\w*$/i, 'expected names of variables')))
    .default([])
    .describe('Names of additional variables to pass to the agent process'),
  SVC_AGENT_ALLOW: listVariable()
    .pipe(
      z.array(
        z.enum([...PERMISSION_KINDS, 'none'], { error: `expected ${PERMISSION_KINDS.join(', ')} or none` }),
      ),
    )
    .default(['read', 'search', 'think'])
    .describe('Kinds of operations that an agent process may do for every person, without a capability'),
  SVC_AGENT_IDLE_SECONDS: wholeVariable({ min: 1, max: 604_800 })
    .default(600)
    .describe('Seconds without a turn after which an agent process ends'),
  SVC_AGENT_MAX_PROCESSES: wholeVariable({ min: 1, max: 1000 })
    .default(8)
    .describe('Maximum number of parallel agent processes'),
  SVC_TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'unknown time zone; expected a name such as Europe/Berlin')
    .default('UTC')
    .describe('Time zone of the date in the prompt, if the request names none'),
  SVC_TOOL_TIMEOUT_SECONDS: wholeVariable({ min: 1, max: 86_400 })
    .default(120)
    .describe('Maximum time of a tool call'),
  SVC_MAX_TURNS: wholeVariable({ max: 100_000 })
    .default(64)
    .describe('Maximum number of [parallel turns](agent.md#turns-at-once) of a Hub; 0 is no limit'),
  SVC_LOOP_LIMIT: wholeVariable({ max: 1_000_000 })
    .default(30)
    .describe('Maximum number of turns a minute with the same caller, prompt and tool calls; 0 is no limit'),
})

export interface AgentProcessConfig {
  command: [program: string, ...args: string[]]
  passOn: readonly string[]
  allow: readonly PermissionKind[]
  idleMs: number
  maxWorkers: number
}

export interface AgentConfig {
  process: AgentProcessConfig | null
  /** From `SVC_MODEL`; empty if unset. An agent file may name other models. */
  models: readonly ModelAddress[]
  modelConfig(id: string): ModelAddress
  /** Kinds of files that the Hub's models accept. If null, the defaults of each provider apply. */
  inputs: ReadonlySet<ModelFileKind> | null
  /** Context window in tokens. If null, the known window of each model applies. */
  contextTokens: number | null
  timeZone: string
  toolTimeoutMs: number
  sameTurnsPerMinute: number
  /** `Infinity` turns the limit off. */
  turnsAtOnce: number
}

export function readAgentConfig(environment: Environment): AgentConfig {
  const env = parseEnvironment(AgentVariables, environment)
  const keys = parseEnvironment(KeyVariables, environment)
  const providers = (env.SVC_MODEL ?? []).map((id) => id.split('/')[0]!)
  // `compatible` has no other address, so in a list the address belongs to it.
  const chosen = providers.find((name) => findProvider(name)?.defaultBaseUrl === null) ?? providers[0]
  const blocked =
    chosen && findProvider(chosen)?.usesFetch && blockedPortProblem(env.SVC_MODEL_BASE_URL ?? '')
  if (blocked) throw new BadConfiguration([{ variable: 'SVC_MODEL_BASE_URL', message: blocked }])
  const modelConfig = (id: string): ModelAddress => {
    const [provider, ...name] = id.split('/') as [string, ...string[]]
    // SVC_MODEL_BASE_URL belongs to one provider in SVC_MODEL: another provider's key must not be sent there.
    const known = findProvider(provider)
    const isMeant = known?.defaultBaseUrl === null || provider === chosen
    const baseUrl = (isMeant && env.SVC_MODEL_BASE_URL) || null
    const apiKey = (known && keys[known.keyVariable]) ?? null
    return { provider, name: name.join('/') || OFFLINE, baseUrl, apiKey }
  }
  return {
    process: env.SVC_AGENT_MODE === 'process' ? processConfig(env) : null,
    models: (env.SVC_MODEL ?? []).map(modelConfig),
    modelConfig,
    inputs: env.SVC_MODEL_INPUTS ? new Set(env.SVC_MODEL_INPUTS.filter((kind) => kind !== 'text')) : null,
    contextTokens: env.SVC_MODEL_CONTEXT_TOKENS ?? null,
    timeZone: env.SVC_TIME_ZONE,
    toolTimeoutMs: env.SVC_TOOL_TIMEOUT_SECONDS * 1000,
    sameTurnsPerMinute: env.SVC_LOOP_LIMIT,
    turnsAtOnce: env.SVC_MAX_TURNS || Infinity,
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
    maxWorkers: env.SVC_AGENT_MAX_PROCESSES,
  }
}
