import { wellFormedJson } from '#ground/base/json/well-formed.ts'
import { jsonPieces } from '#ground/base/json/write.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { joinBytes } from '#ground/base/utf8.ts'
import type { ContentPart, ModelRequest, ResponseFormat, ToolChoice, ToolSpec } from '../model.ts'
import { isArgumentsObject } from './arguments.ts'
import { shapeMessages, type ShapedCall, type ShapedMessage } from './shape.ts'

/** Writes pictures in pieces, so that they do not block the event loop. */
export async function requestBody(model: CompatibleModel, request: ModelRequest): Promise<Buffer> {
  const chunks: Buffer[] = []
  for (const piece of jsonPieces(fieldsOf(model, request))) {
    chunks.push(Buffer.from(wellFormedJson(piece)))
    if (processTurns.isSpent()) await processTurns.nextTurn()
  }
  if (request.tools.length === 0) return joinBytes(chunks, processTurns)
  const last = chunks.pop()!
  return joinBytes([...chunks, last.subarray(0, -1), endWith(request.tools)], processTurns)
}

interface CompatibleModel {
  id: string
  name: string
  acceptedMediaTypes: ReadonlySet<string>
}

export function fieldsOf({ id, name, acceptedMediaTypes }: CompatibleModel, request: ModelRequest): object {
  const { settings, tools } = request
  return {
    model: name,
    messages: shapeMessages({ id, acceptedMediaTypes }, request.messages).map(wireMessage),
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
    stream_options: { include_usage: true }, // without it, a stream reports no usage
  }
}

const wireMessage = (message: ShapedMessage): object => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: userContent(message.parts) }
    case 'tool':
      return { role: 'tool', tool_call_id: message.callId, content: message.text }
    case 'assistant':
      return {
        role: 'assistant',
        // A message with only calls has an empty text. The text is never null or missing, because chat templates
        // print null as text, or fail.
        content: message.text,
        ...message.thoughts,
        tool_calls: message.calls.length > 0 ? message.calls.map(wireCall) : undefined,
      }
  }
}

const wireCall = ({ id, name, input, extra }: ShapedCall): object => ({
  id,
  type: 'function',
  // Servers refuse arguments that are not an object.
  function: { name, arguments: isArgumentsObject(input) ? wellFormedJson(input) : '{}' },
  ...extra,
})

/** Returns a list only if the message contains pictures: chat templates of text models fail on a list, or print it. */
const userContent = (parts: readonly ContentPart[]): string | object[] => {
  if (parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('\n')
  return parts.map((part) => {
    if (part.type === 'text') return { type: 'text', text: part.text }
    const data = Buffer.from(part.data.buffer, part.data.byteOffset, part.data.byteLength).toString('base64')
    return { type: 'image_url', image_url: { url: `data:${part.mediaType};base64,${data}` } }
  })
}

const toolTexts = new WeakMap<ToolSpec, string>()
const ends = new WeakMap<readonly ToolSpec[], Buffer>()

const endWith = (tools: readonly ToolSpec[]): Buffer => {
  let end = ends.get(tools)
  if (end === undefined) ends.set(tools, (end = Buffer.from(`,"tools":[${tools.map(toolText).join()}]}`)))
  return end
}

const toolText = (tool: ToolSpec): string => {
  let text = toolTexts.get(tool)
  if (text === undefined) toolTexts.set(tool, (text = wellFormedJson(JSON.stringify(toolOf(tool)))))
  return text
}

/** Omits `strict`: servers would write `false` into the prompt, and with `true` models invent optional values. */
const toolOf = ({ name, description, inputSchema }: ToolSpec) => ({
  type: 'function',
  // Chat templates read `properties` even if a tool has no parameters.
  function: {
    name,
    description,
    parameters: 'properties' in inputSchema ? inputSchema : { ...inputSchema, properties: {} },
  },
})

const choiceOf = (choice: ToolChoice | undefined) =>
  typeof choice === 'object' ? { type: 'function', function: choice } : choice

const formatOf = (format: ResponseFormat | undefined) => {
  if (format?.type !== 'json') return undefined
  const { schema, name = 'response', strict } = format
  return schema ? { type: 'json_schema', json_schema: { name, schema, strict } } : { type: 'json_object' }
}
