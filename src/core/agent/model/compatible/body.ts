import { takenPart } from '../media.ts'
import type { ContentPart, Message, ModelRequest, ResponseFormat, ToolChoice, ToolSpec } from '../model.ts'
import { isObject } from './calls.ts'
import { repliedWith } from './replay.ts'

/** A request in the OpenAI chat protocol, as the bytes of its JSON. */
export function requestBody(
  { id, name, takes }: { id: string; name: string; takes: ReadonlySet<string> },
  request: ModelRequest,
): Buffer {
  const { settings, tools } = request
  const text = JSON.stringify({
    model: name,
    messages: request.messages.flatMap((message) => wireMessages({ id, takes }, message)),
    temperature: request.temperature,
    max_tokens: request.maxOutputTokens,
    stop: request.stop && request.stop.length > 0 ? request.stop : undefined,
    top_p: settings?.topP,
    presence_penalty: settings?.presencePenalty,
    frequency_penalty: settings?.frequencyPenalty,
    seed: settings?.seed,
    reasoning_effort: settings?.reasoningEffort,
    response_format: formatOf(request.responseFormat),
    tool_choice: tools.length > 0 ? choiceOf(request.toolChoice) : undefined,
    parallel_tool_calls: tools.length > 0 ? settings?.parallelToolCalls : undefined,
    stream: true,
    stream_options: { include_usage: true }, // without it a stream carries no usage
  })
  return tools.length === 0
    ? Buffer.from(text)
    : Buffer.concat([Buffer.from(text.slice(0, -1)), endWith(tools)])
}

const wireMessages = (
  { id: modelId, takes }: { id: string; takes: ReadonlySet<string> },
  message: Message,
): object[] => {
  switch (message.role) {
    case 'system':
      return [{ role: 'system', content: message.text }]
    case 'user':
      return [{ role: 'user', content: userContent(message.parts.map((part) => takenPart(takes, part))) }]
    case 'tool':
      return message.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }))
    case 'assistant': {
      const calls = message.toolCalls.map(({ id, name, input }) => ({
        id,
        type: 'function',
        // Servers refuse arguments that are no object. What was malformed is told to the model in the call's result.
        function: { name, arguments: isObject(input) ? input : '{}' },
      }))
      const said = repliedWith(message.replay, modelId)
      return [
        {
          role: 'assistant',
          content: message.text || (calls.length > 0 ? null : ''),
          ...said?.thoughts,
          tool_calls:
            calls.length > 0 ? calls.map((call) => ({ ...call, ...said?.extras[call.id] })) : undefined,
        },
      ]
    }
  }
}

const userContent = (parts: readonly ContentPart[]): string | object[] => {
  const [first] = parts
  if (parts.length === 1 && first!.type === 'text') return first!.text
  return parts.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text }
    const data = Buffer.from(part.data.buffer, part.data.byteOffset, part.data.byteLength).toString('base64')
    return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${data}` } }
  })
}

const toolTexts = new WeakMap<ToolSpec, string>()
const ends = new WeakMap<readonly ToolSpec[], Buffer>()

/** The end of a body. Written once: the tools are mostly the same for every request, and longer than all the rest. */
const endWith = (tools: readonly ToolSpec[]): Buffer => {
  let end = ends.get(tools)
  if (end === undefined) ends.set(tools, (end = Buffer.from(`,"tools":[${tools.map(toolText).join()}]}`)))
  return end
}

/** Each by itself too, as a client may add some of its own. */
const toolText = (tool: ToolSpec): string => {
  let text = toolTexts.get(tool)
  if (text === undefined) toolTexts.set(tool, (text = JSON.stringify(toolOf(tool))))
  return text
}

const toolOf = ({ name, description, inputSchema }: ToolSpec) => ({
  type: 'function',
  // Not strict: strict schemas make every optional field required, and models then fill them with nonsense.
  function: { name, description, parameters: inputSchema, strict: false },
})

const choiceOf = (choice: ToolChoice | undefined) =>
  typeof choice === 'object' ? { type: 'function', function: choice } : choice

const formatOf = (format: ResponseFormat | undefined) => {
  if (format?.type !== 'json') return undefined
  const { schema, name = 'response', strict } = format
  return schema ? { type: 'json_schema', json_schema: { name, schema, strict } } : { type: 'json_object' }
}
