export type ForeignValue = string | number | boolean | readonly string[] | null

export interface SpanFacts {
  name: string
  attributes: ReadonlyMap<string, ForeignValue>
  events: readonly { name: string; attributes: ReadonlyMap<string, ForeignValue> }[]
  /** 0 unset, 1 ok, 2 error. */
  status: number
}

export type StandardValue =
  | { type: 'string'; value: string }
  | { type: 'int'; value: number }
  | { type: 'double'; value: number }
  | { type: 'strings'; value: readonly string[] }

export interface Additions {
  add: ReadonlyMap<string, StandardValue>
  replace: ReadonlyMap<string, StandardValue>
  fails: boolean
}

/**
 * Translates agents' own attribute names to the OpenTelemetry GenAI names. A standard value that is already set wins.
 * Source: service specification 1.0.1, `SVC_OTEL_NORMALIZE`; OpenTelemetry GenAI semantic conventions.
 */
export function normalize(span: SpanFacts): Additions {
  const draft = createDraft(span)
  fromOldNames(draft)
  fromVercelAi(draft)
  fromOpenInference(draft)
  if (span.name.startsWith('claude_code.')) fromClaudeCode(draft, span.name)
  fromGeminiCli(draft)
  fromCodex(draft, span.events)
  return draft.additions
}

interface Draft {
  get(key: string): ForeignValue | undefined
  text(key: string, value: ForeignValue | undefined): void
  texts(key: string, value: ForeignValue | undefined): void
  int(key: string, value: ForeignValue | undefined): void
  double(key: string, value: number | null): void
  replace(key: string, value: string, oldKey: string): void
  fail(type: string): void
  readonly additions: Additions
}

function createDraft({ attributes, status }: SpanFacts): Draft {
  const add = new Map<string, StandardValue>()
  const replace = new Map<string, StandardValue>()
  let fails = false
  const put = (key: string, value: StandardValue) => {
    if (!attributes.has(key) && !add.has(key)) add.set(key, value)
  }
  return {
    get: (key) => attributes.get(key),
    text(key, value) {
      if (typeof value === 'string' && value !== '') put(key, { type: 'string', value })
    },
    texts(key, value) {
      if (typeof value === 'string' && value !== '') put(key, { type: 'strings', value: [value] })
    },
    int(key, value) {
      const number = numberOf(value)
      if (number !== null && Number.isSafeInteger(number)) put(key, { type: 'int', value: number })
    },
    double(key, value) {
      if (value !== null) put(key, { type: 'double', value })
    },
    replace(key, value, oldKey) {
      this.text(oldKey, attributes.get(key))
      replace.set(key, { type: 'string', value })
    },
    fail(type) {
      fails ||= status === 0
      put('error.type', { type: 'string', value: type })
    },
    get additions() {
      return { add, replace, fails }
    },
  }
}

function fromOldNames(draft: Draft): void {
  const system = draft.get('gen_ai.system')
  if (typeof system === 'string') draft.text('gen_ai.provider.name', providerOf(system))
  draft.int('gen_ai.usage.input_tokens', draft.get('gen_ai.usage.prompt_tokens'))
  draft.int('gen_ai.usage.output_tokens', draft.get('gen_ai.usage.completion_tokens'))
}

/** The AI SDK appends the provider's API to the provider's name, as in `openai.chat`. */
const providerOf = (system: string): string => {
  const name = system.toLowerCase()
  return PROVIDERS[name] ?? PROVIDERS[name.replace(/\.[\w-]+$/, '')] ?? system
}

const PROVIDERS: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  anthropic: 'anthropic',
  openai: 'openai',
  vertex_ai: 'gcp.vertex_ai',
  gemini: 'gcp.gemini',
  'az.ai.openai': 'azure.ai.openai',
  'az.ai.inference': 'azure.ai.inference',
  xai: 'x_ai',
  mistral: 'mistral_ai',
  mistralai: 'mistral_ai',
  google: 'gcp.gemini',
  vertex: 'gcp.vertex_ai',
  'google.vertex': 'gcp.vertex_ai',
  'amazon-bedrock': 'aws.bedrock',
  aws: 'aws.bedrock',
  azure: 'azure.ai.openai',
  'azure-openai': 'azure.ai.openai',
})

function fromVercelAi(draft: Draft): void {
  const provider = draft.get('ai.model.provider')
  if (typeof provider === 'string') draft.text('gen_ai.provider.name', providerOf(provider))
  draft.text('gen_ai.operation.name', VERCEL_OPERATIONS.get(draft.get('ai.operationId') as string))
  draft.text('gen_ai.request.model', draft.get('ai.model.id'))
  draft.text('gen_ai.response.model', draft.get('ai.response.model'))
  draft.texts('gen_ai.response.finish_reasons', draft.get('ai.response.finishReason'))
  draft.text('gen_ai.tool.name', draft.get('ai.toolCall.name'))
  draft.text('gen_ai.tool.call.id', draft.get('ai.toolCall.id'))
  for (const [standard, theirs] of VERCEL_TOKENS)
    for (const key of theirs) draft.int(standard, draft.get(`ai.usage.${key}`))
}

const VERCEL_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['ai.generateText', 'invoke_agent'],
  ['ai.streamText', 'invoke_agent'],
  ['ai.generateObject', 'invoke_agent'],
  ['ai.streamObject', 'invoke_agent'],
  ['ai.generateText.doGenerate', 'chat'],
  ['ai.streamText.doStream', 'chat'],
  ['ai.generateObject.doGenerate', 'chat'],
  ['ai.streamObject.doStream', 'chat'],
  ['ai.toolCall', 'execute_tool'],
  ['ai.embed.doEmbed', 'embeddings'],
  ['ai.embedMany.doEmbed', 'embeddings'],
])

const VERCEL_TOKENS = [
  ['gen_ai.usage.input_tokens', ['inputTokens', 'promptTokens', 'tokens']],
  ['gen_ai.usage.output_tokens', ['outputTokens', 'completionTokens']],
  ['gen_ai.usage.cache_read.input_tokens', ['inputTokenDetails.cacheReadTokens', 'cachedInputTokens']],
  ['gen_ai.usage.cache_creation.input_tokens', ['inputTokenDetails.cacheWriteTokens']],
] as const

/** Source: OpenInference semantic conventions. */
function fromOpenInference(draft: Draft): void {
  draft.text(
    'gen_ai.operation.name',
    OPENINFERENCE_OPERATIONS.get(draft.get('openinference.span.kind') as string),
  )
  const provider = draft.get('llm.provider') ?? draft.get('llm.system')
  if (typeof provider === 'string') draft.text('gen_ai.provider.name', providerOf(provider))
  draft.text('gen_ai.request.model', draft.get('llm.model_name'))
  draft.int('gen_ai.usage.input_tokens', draft.get('llm.token_count.prompt'))
  draft.int('gen_ai.usage.output_tokens', draft.get('llm.token_count.completion'))
  draft.int('gen_ai.usage.cache_read.input_tokens', draft.get('llm.token_count.prompt_details.cache_read'))
  draft.int(
    'gen_ai.usage.cache_creation.input_tokens',
    draft.get('llm.token_count.prompt_details.cache_write'),
  )
  if (draft.get('openinference.span.kind') === undefined) return
  draft.text('gen_ai.conversation.id', draft.get('session.id'))
  draft.text('gen_ai.tool.name', draft.get('tool.name'))
  draft.text('gen_ai.tool.call.id', draft.get('tool_call.id'))
}

const OPENINFERENCE_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['LLM', 'chat'],
  ['AGENT', 'invoke_agent'],
  ['TOOL', 'execute_tool'],
  ['EMBEDDING', 'embeddings'],
])

function fromClaudeCode(draft: Draft, name: string): void {
  draft.text('gen_ai.operation.name', CLAUDE_OPERATIONS.get(name))
  draft.text('gen_ai.conversation.id', draft.get('session.id'))
  if (name === 'claude_code.llm_request') fromClaudeRequest(draft)
  if (name.startsWith('claude_code.tool')) {
    draft.text('gen_ai.tool.name', draft.get('tool_name'))
    draft.text('gen_ai.tool.call.id', draft.get('tool_use_id'))
  }
  if (isFalse(draft.get('success'))) draft.fail(errorType(draft))
}

/** Only the span `claude_code.tool` represents the tool call. Its child spans are phases of the same call. */
const CLAUDE_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['claude_code.interaction', 'invoke_agent'],
  ['claude_code.llm_request', 'chat'],
  ['claude_code.tool', 'execute_tool'],
])

function fromClaudeRequest(draft: Draft): void {
  const [fresh, read, created] = ['input_tokens', 'cache_read_tokens', 'cache_creation_tokens'].map((key) =>
    numberOf(draft.get(key)),
  )
  draft.text('gen_ai.provider.name', 'anthropic')
  draft.text('gen_ai.request.model', draft.get('model'))
  if (fresh != null) draft.int('gen_ai.usage.input_tokens', fresh + (read ?? 0) + (created ?? 0))
  draft.int('gen_ai.usage.output_tokens', draft.get('output_tokens'))
  draft.int('gen_ai.usage.cache_read.input_tokens', read)
  draft.int('gen_ai.usage.cache_creation.input_tokens', created)
  draft.texts('gen_ai.response.finish_reasons', draft.get('stop_reason'))
  draft.text('gen_ai.response.id', draft.get('request_id'))
  const firstMs = numberOf(draft.get('ttft_ms'))
  draft.double('gen_ai.response.time_to_first_chunk', firstMs === null ? null : firstMs / 1000)
}

const errorType = (draft: Draft): string => {
  const type = draft.get('error_type')
  if (typeof type === 'string' && type !== '') return type
  const status = numberOf(draft.get('status_code'))
  return status === null ? '_OTHER' : String(status)
}

function fromGeminiCli(draft: Draft): void {
  const operation = GEMINI_OPERATIONS.get(draft.get('gen_ai.operation.name') as string)
  if (operation) draft.replace('gen_ai.operation.name', operation, 'gemini_cli.operation.name')
  draft.text('gen_ai.tool.call.id', draft.get('gen_ai.tool.call_id'))
}

const GEMINI_OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['llm_call', 'generate_content'],
  ['tool_call', 'execute_tool'],
  ['agent_call', 'invoke_agent'],
])

function fromCodex(draft: Draft, events: SpanFacts['events']): void {
  const first = (name: string) => events.find((event) => event.name === name)?.attributes
  const [prompt, request, tool] = ['codex.user_prompt', 'codex.api_request', 'codex.tool_result'].map(first)
  if (request && !tool) draft.text('gen_ai.operation.name', 'chat')
  if (tool && !request) draft.text('gen_ai.operation.name', 'execute_tool')
  if (request) draft.text('gen_ai.provider.name', 'openai')
  draft.text('gen_ai.request.model', (request ?? prompt)?.get('model'))
  draft.text('gen_ai.conversation.id', (request ?? tool ?? prompt)?.get('conversation.id'))
  draft.text('gen_ai.tool.name', tool?.get('tool_name'))
  draft.text('gen_ai.tool.call.id', tool?.get('call_id'))
  if (tool && isFalse(tool.get('success'))) draft.fail('_OTHER')
}

const isFalse = (value: ForeignValue | undefined): boolean => value === false || value === 'false'

const numberOf = (value: ForeignValue | undefined): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  return typeof value === 'string' && /^\d{1,15}(\.\d{1,9})?$/.test(value) ? Number(value) : null
}
