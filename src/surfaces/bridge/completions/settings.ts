import { z } from 'zod'
import {
  REASONING_EFFORTS,
  type ModelSettings,
  type ResponseFormat,
  type ToolSpec,
} from '#core/agent/model/model.ts'
import { isAnyNumber, type AnyNumber } from '#ground/base/json/exact-number.ts'
import { schemaProblem } from '#core/agent/model/tool-schemas/schema-problem.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'

const MAX_TOOLS = 128
const MAX_STOPS = 16

const ToolDefinition = z.object({
  type: z.literal('function', 'only tools of type function are known here'),
  function: z.object({
    name: z.string().regex(/^[\w-]{1,64}$/, 'expected up to 64 letters, digits, _ and -'),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
})

const NamedTool = z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) })

const ToolChoiceField = z.union([
  z.enum(['none', 'auto', 'required'], 'expected none, auto, required, a function or allowed_tools'),
  z.discriminatedUnion('type', [
    NamedTool,
    z.object({
      type: z.literal('allowed_tools'),
      allowed_tools: z.object({
        mode: z.enum(['auto', 'required']),
        tools: z.array(NamedTool).min(1, 'expected at least one tool'),
      }),
    }),
  ]),
])

/** A 64-bit integer. Python clients send both signed and unsigned integers. */
const Seed = z.custom<AnyNumber>(
  (value) => isAnyNumber(value) && isWideInteger(String(value)),
  'expected a whole number of up to 64 bits',
)

const isWideInteger = (digits: string): boolean =>
  /^-?\d{1,20}$/.test(digits) && BigInt(digits) >= -(2n ** 63n) && BigInt(digits) < 2n ** 64n

/** Validated here, because each provider words its errors differently. */
export const AnswerSchema = z
  .record(z.string(), z.unknown(), 'expected a JSON Schema')
  .superRefine((schema, context) => {
    const problem = schemaProblem(schema)
    if (problem) context.addIssue({ code: 'custom', ...problem, path: [...problem.path] })
  })

const ResponseFormatField = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().regex(/^[\w-]{1,64}$/, 'expected up to 64 letters, digits, _ and -'),
      schema: AnswerSchema,
      strict: z.boolean().nullish(),
    }),
  }),
])

/** Absent, null, false, 0 and empty values count as not set. */
export const ignoreSetting = (why: string) => z.unknown().refine(isUnset, why).optional()

const isUnset = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0)

export const settingsFields = {
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  seed: Seed.nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stop: z
    .union([z.string(), z.array(z.string()).max(MAX_STOPS, `expected at most ${MAX_STOPS} texts`)])
    .nullish(),
  reasoning_effort: z.enum(REASONING_EFFORTS).nullish(),
  response_format: ResponseFormatField.nullish(),
  tools: z.array(ToolDefinition).max(MAX_TOOLS).nullish(),
  tool_choice: ToolChoiceField.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  n: z.literal(1, 'an agent answers once, so it must be 1').nullish(),
  logprobs: ignoreSetting('log probabilities are not available here'),
  top_logprobs: ignoreSetting('log probabilities are not available here'),
  logit_bias: ignoreSetting('it is not available here'),
  functions: ignoreSetting('it has been replaced by tools'),
  function_call: ignoreSetting('it has been replaced by tool_choice'),
  web_search_options: ignoreSetting('the agent decides itself what it looks up'),
  modalities: z.array(z.literal('text', 'answers are text')).nullish(),
} as const

const Settings = z.object(settingsFields)
type Settings = z.infer<typeof Settings>

export function findContradiction(body: Settings): { param: string; message: string } | null {
  const names = (body.tools ?? []).map((tool) => tool.function.name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1)
    return { param: `tools[${twice}].function.name`, message: `There are two tools named “${names[twice]}”.` }
  return null
}

type TurnSettings = Pick<
  AgentTurn,
  | 'temperature'
  | 'maxOutputTokens'
  | 'stop'
  | 'settings'
  | 'responseFormat'
  | 'clientTools'
  | 'toolChoice'
  | 'allowedTools'
>

export const turnSettings = (body: Settings): TurnSettings => ({
  temperature: body.temperature ?? undefined,
  maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
  stop: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? undefined),
  settings: modelSettings(body),
  responseFormat: formatOf(body),
  clientTools: body.tools && body.tools.length > 0 ? body.tools.map(toolSpec) : undefined,
  ...choiceOf(body),
})

const modelSettings = (body: Settings): ModelSettings => ({
  topP: body.top_p ?? undefined,
  presencePenalty: body.presence_penalty ?? undefined,
  frequencyPenalty: body.frequency_penalty ?? undefined,
  seed: body.seed ?? undefined,
  reasoningEffort: body.reasoning_effort ?? undefined,
  parallelToolCalls: body.parallel_tool_calls ?? undefined,
})

const formatOf = ({ response_format: format }: Settings): ResponseFormat | undefined => {
  if (format?.type === 'json_object') return { type: 'json' }
  if (format?.type !== 'json_schema') return undefined
  const { name, schema, strict } = format.json_schema
  return { type: 'json', name, schema, ...(strict && { strict }) }
}

const toolSpec = ({ function: tool }: z.infer<typeof ToolDefinition>): ToolSpec => ({
  name: tool.name,
  description: tool.description ?? '',
  inputSchema: { type: 'object', properties: {}, ...tool.parameters },
})

const choiceOf = ({ tool_choice: choice }: Settings): Pick<TurnSettings, 'toolChoice' | 'allowedTools'> => {
  if (typeof choice !== 'object') return { toolChoice: choice }
  if (choice === null) return {}
  if (choice.type === 'function') return { toolChoice: { name: choice.function.name } }
  const { mode, tools } = choice.allowed_tools
  return { toolChoice: mode, allowedTools: tools.map((tool) => tool.function.name) }
}

export const isOwnSetting = (body: Settings, name: string): boolean => {
  const names = name === 'max_tokens' ? ['max_tokens', 'max_completion_tokens'] : [name]
  return names.some((field) => body[field as keyof Settings] != null)
}
