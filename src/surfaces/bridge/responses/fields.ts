import { z } from 'zod'
import { AnswerSchema, ignoreSetting, settingsFields } from '../completions/settings.ts'

const InputPart = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['input_text', 'output_text', 'text']), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({
    type: z.literal('input_image'),
    image_url: z.string().nullish(),
    file_id: z.string().nullish(),
    detail: z.string().nullish(),
  }),
  z.object({
    type: z.literal('input_file'),
    file_data: z.string().nullish(),
    file_url: z.string().nullish(),
    file_id: z.string().nullish(),
    filename: z.string().nullish(),
  }),
  z.object({
    type: z.literal('input_audio'),
    input_audio: z.object({ data: z.string(), format: z.string().nullish() }),
  }),
])
export type InputPart = z.infer<typeof InputPart>

const Content = z.union([z.string(), z.array(InputPart)])

const MessageItem = z.object({
  type: z.literal('message'),
  role: z.enum(['user', 'assistant', 'system', 'developer']),
  content: Content,
})

export const InputItem = z.discriminatedUnion('type', [
  MessageItem,
  z.object({
    type: z.literal('function_call'),
    call_id: z.string(),
    name: z.string(),
    arguments: z.string(),
  }),
  z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: Content }),
  z.object({
    type: z.literal('reasoning'),
    summary: z.array(z.object({ type: z.string(), text: z.string() })).nullish(),
  }),
  z.object({ type: z.literal('item_reference'), id: z.string() }),
])
export type InputItem = z.infer<typeof InputItem>

export const INPUT_ITEM_TYPES: ReadonlySet<string> = new Set(
  InputItem.options.map(({ shape }) => shape.type.value),
)

const NAME = z.string().regex(/^[\w-]{1,64}$/, 'expected up to 64 letters, digits, _ and -')

const FunctionTool = z.object({
  type: z.literal('function'),
  name: NAME,
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
  strict: z.boolean().nullish(),
})

const FunctionChoice = z.object({ type: z.literal('function'), name: z.string() })

const ToolChoice = z.union([
  z.enum(['none', 'auto', 'required']),
  z.discriminatedUnion('type', [
    FunctionChoice,
    z.object({
      type: z.literal('allowed_tools'),
      mode: z.enum(['auto', 'required']).nullish(),
      tools: z.array(FunctionChoice).min(1),
    }),
  ]),
])

const TextFormat = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text') }),
  z.object({ type: z.literal('json_object') }),
  z.object({
    type: z.literal('json_schema'),
    name: NAME,
    description: z.string().nullish(),
    schema: AnswerSchema,
    strict: z.boolean().nullish(),
  }),
])

/** Unknown fields are ignored, as in a chat completion. */
export const ResponseRequest = z.object({
  input: z
    .union([z.string(), z.array(InputItem)])
    .nullish()
    .transform((input): readonly InputItem[] =>
      typeof input === 'string' ? [{ type: 'message', role: 'user', content: input }] : (input ?? []),
    ),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  store: z.boolean().nullish(),
  stream: z.boolean().nullish(),
  chat_id: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown(), 'expected an object').nullish(),
  user: z.unknown().optional(),
  temperature: settingsFields.temperature,
  top_p: settingsFields.top_p,
  presence_penalty: settingsFields.presence_penalty,
  frequency_penalty: settingsFields.frequency_penalty,
  parallel_tool_calls: settingsFields.parallel_tool_calls,
  max_output_tokens: z.int().min(1).nullish(),
  max_tool_calls: z.int().min(1).nullish(),
  reasoning: z.object({ effort: settingsFields.reasoning_effort, summary: z.string().nullish() }).nullish(),
  text: z
    .object({ format: TextFormat.nullish(), verbosity: z.enum(['low', 'medium', 'high']).nullish() })
    .nullish(),
  tools: z.array(FunctionTool).max(128).nullish(),
  tool_choice: ToolChoice.nullish(),
  truncation: z.enum(['auto', 'disabled']).nullish(),
  top_logprobs: ignoreSetting('log probabilities are not available here'),
  service_tier: z.string().nullish(),
  safety_identifier: z.string().nullish(),
  prompt_cache_key: z.string().nullish(),
})
export type ResponseRequest = z.infer<typeof ResponseRequest>
