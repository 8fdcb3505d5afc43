import { z } from 'zod'
import type { ModelSettings, ResponseFormat, ToolChoice, ToolSpec } from '#core/agent/model/model.ts'
import type { Turn } from '#core/agent/turn/turn.ts'

const MAX_TOOLS = 128

const ToolDefinition = z.object({
  type: z.literal('function', 'only tools of type function are known here'),
  function: z.object({
    name: z.string().regex(/^[\w-]{1,64}$/, 'expected up to 64 letters, digits, _ and -'),
    description: z.string().nullish(),
    parameters: z.record(z.string(), z.unknown()).nullish(),
  }),
})

const ToolChoiceField = z.union([
  z.enum(['none', 'auto', 'required']),
  z.object({ type: z.literal('function'), function: z.object({ name: z.string() }) }),
])

const ResponseFormatField = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    json_schema: z.object({
      name: z.string().regex(/^[\w-]{1,64}$/, 'expected up to 64 letters, digits, _ and -'),
      schema: z.record(z.string(), z.unknown()).nullish(),
      strict: z.boolean().nullish(),
    }),
  }),
])

/** Refused when it asks for something; absent, null, false, 0 and empty ask for nothing. */
export const nothing = (why: string) => z.unknown().refine(asksForNothing, why).optional()

const asksForNothing = (value: unknown): boolean =>
  !value || (typeof value === 'object' && Object.keys(value).length === 0)

/** Fields of a request that say how to answer. */
export const settingsFields = {
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().min(0).max(1).nullish(),
  presence_penalty: z.number().min(-2).max(2).nullish(),
  frequency_penalty: z.number().min(-2).max(2).nullish(),
  seed: z.int().nullish(),
  max_tokens: z.int().min(1).nullish(),
  max_completion_tokens: z.int().min(1).nullish(),
  stop: z.union([z.string(), z.array(z.string()).max(16)]).nullish(),
  reasoning_effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).nullish(),
  response_format: ResponseFormatField.nullish(),
  tools: z.array(ToolDefinition).max(MAX_TOOLS).nullish(),
  tool_choice: ToolChoiceField.nullish(),
  parallel_tool_calls: z.boolean().nullish(),
  n: z.literal(1, 'an agent answers once, so it must be 1').nullish(),
  logprobs: nothing('log probabilities are not available here'),
  top_logprobs: nothing('log probabilities are not available here'),
  logit_bias: nothing('it is not available here'),
  functions: nothing('it has been replaced by tools'),
  function_call: nothing('it has been replaced by tool_choice'),
  web_search_options: nothing('the agent decides itself what it looks up'),
  modalities: z.array(z.literal('text', 'answers are text')).nullish(),
} as const

const Settings = z.object(settingsFields)
type Settings = z.infer<typeof Settings>

/** What is wrong between the fields; null when they agree. */
export function contradiction(body: Settings): { param: string; message: string } | null {
  const names = (body.tools ?? []).map((tool) => tool.function.name)
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
  if (twice !== -1)
    return { param: `tools[${twice}].function.name`, message: `There are two tools named “${names[twice]}”.` }
  return null
}

type TurnSettings = Pick<
  Turn,
  'temperature' | 'maxOutputTokens' | 'stop' | 'settings' | 'responseFormat' | 'clientTools' | 'toolChoice'
>

/** The fields as a turn takes them. */
export const turnSettings = (body: Settings): TurnSettings => ({
  temperature: body.temperature ?? undefined,
  maxOutputTokens: body.max_completion_tokens ?? body.max_tokens ?? undefined,
  stop: typeof body.stop === 'string' ? [body.stop] : (body.stop ?? undefined),
  settings: modelSettings(body),
  responseFormat: formatOf(body),
  clientTools: body.tools && body.tools.length > 0 ? body.tools.map(toolSpec) : undefined,
  toolChoice: choiceOf(body),
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
  return { type: 'json', name, ...(schema && { schema }), ...(strict && { strict }) }
}

const toolSpec = ({ function: tool }: z.infer<typeof ToolDefinition>): ToolSpec => ({
  name: tool.name,
  description: tool.description ?? '',
  inputSchema: { type: 'object', properties: {}, ...tool.parameters },
})

const choiceOf = ({ tool_choice: choice }: Settings): ToolChoice | undefined =>
  typeof choice === 'object' ? (choice === null ? undefined : { name: choice.function.name }) : choice

/** Whether a request holds the setting of that name. */
export const isOwnSetting = (body: Settings, name: string): boolean => {
  const names = name === 'max_tokens' ? ['max_tokens', 'max_completion_tokens'] : [name]
  return names.some((field) => body[field as keyof Settings] != null)
}
