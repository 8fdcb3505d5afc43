import type { ChatCompletionRequest, ChatMessage, MessageContentPart } from '../completions/request.ts'
import type { InputItem, InputPart, ResponseRequest } from './fields.ts'

export interface AsCompletion {
  body: ChatCompletionRequest
  fieldOf(param: string): string
  parts: ReadonlyMap<InputPart, MessageContentPart>
}

export function toCompletion(
  request: ResponseRequest,
  before: readonly InputItem[],
  input: readonly InputItem[],
): AsCompletion {
  const { messages, places: inputPaths, parts } = messagesOf(request.instructions, before, input)
  const { effort } = request.reasoning ?? {}
  const { format } = request.text ?? {}
  return {
    parts,
    fieldOf: (param) => fieldOf(param, inputPaths),
    body: {
      messages,
      stream: request.stream,
      chat_id: request.chat_id,
      metadata: request.metadata,
      user: request.user,
      temperature: request.temperature,
      top_p: request.top_p,
      presence_penalty: request.presence_penalty,
      frequency_penalty: request.frequency_penalty,
      parallel_tool_calls: request.parallel_tool_calls,
      max_completion_tokens: request.max_output_tokens,
      reasoning_effort: effort,
      response_format:
        format?.type === 'json_schema'
          ? {
              type: 'json_schema',
              json_schema: { name: format.name, schema: format.schema, strict: format.strict },
            }
          : format,
      ...toolsOf(request),
    },
  }
}

type InputPath = { path: string; content: string }

function messagesOf(
  instructions: string | null | undefined,
  before: readonly InputItem[],
  input: readonly InputItem[],
): { messages: ChatMessage[]; places: readonly InputPath[]; parts: Map<InputPart, MessageContentPart> } {
  const messages: ChatMessage[] = []
  const places: InputPath[] = []
  const parts = new Map<InputPart, MessageContentPart>()
  const add = (message: ChatMessage, place: InputPath) => {
    messages.push(message)
    places.push(place)
  }
  if (instructions) add({ role: 'system', content: instructions }, { path: 'instructions', content: '' })
  for (const [index, item] of [...before, ...input].entries()) {
    const own = index - before.length
    const path = own < 0 ? 'previous_response_id' : `input[${own}]`
    const content = own < 0 ? '' : 'content'
    if (item.type === 'message') {
      const message: ChatMessage = { role: item.role, content: contentOf(item.content, parts) }
      if (!joinAnswer(message, messages)) add(message, { path, content })
    } else if (item.type === 'function_call') addCall(item, messages, () => places.push({ path, content }))
    else if (item.type === 'function_call_output')
      add(
        { role: 'tool', tool_call_id: item.call_id, content: contentOf(item.output, parts) },
        { path, content: own < 0 ? '' : 'output' },
      )
  }
  return { messages, places, parts }
}

/**
 * Merges an assistant message into a previous assistant message without tool calls, because both belong to one
 * answer.
 * @returns Whether the message was merged.
 */
function joinAnswer(message: ChatMessage, messages: ChatMessage[]): boolean {
  const last = messages.at(-1)
  if (message.role !== 'assistant' || last?.role !== 'assistant' || last.tool_calls) return false
  // Extends the list in place, because copying it for thousands of messages would block the process.
  const parts = listOf(last.content)
  for (const part of listOf(message.content)) parts.push(part)
  last.content = parts
  return true
}

const listOf = (content: ChatMessage['content']): MessageContentPart[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])

function addCall(
  { call_id: id, name, arguments: input }: Extract<InputItem, { type: 'function_call' }>,
  messages: ChatMessage[],
  added: () => void,
): void {
  const call = { id, function: { name, arguments: input } }
  const last = messages.at(-1)
  if (last?.role === 'assistant') {
    if (last.tool_calls) last.tool_calls.push(call)
    else last.tool_calls = [call]
    return
  }
  messages.push({ role: 'assistant', content: null, tool_calls: [call] })
  added()
}

const contentOf = (
  content: string | readonly InputPart[],
  parts: Map<InputPart, MessageContentPart>,
): string | MessageContentPart[] =>
  typeof content === 'string'
    ? content
    : content.map((part) => {
        const made = partOf(part)
        if (made.type !== 'text' && made.type !== 'refusal') parts.set(part, made)
        return made
      })

function partOf(part: InputPart): MessageContentPart {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: part.text }
    case 'refusal':
      return part
    case 'input_image':
      return part.image_url == null
        ? { type: 'file', file: { file_id: part.file_id } }
        : { type: 'image_url', image_url: part.image_url }
    case 'input_file':
      return {
        type: 'file',
        file: {
          file_data: part.file_data ?? part.file_url,
          filename: part.filename,
          file_id: part.file_id,
        },
      }
    case 'input_audio':
      return { type: 'input_audio', input_audio: part.input_audio }
  }
}

const toolsOf = ({
  tools,
  tool_choice: choice,
}: ResponseRequest): Pick<ChatCompletionRequest, 'tools' | 'tool_choice'> => ({
  tools: (tools ?? []).map(({ name, description, parameters }) => ({
    type: 'function',
    function: { name, description, parameters },
  })),
  tool_choice: typeof choice === 'object' && choice !== null ? chosenTools(choice) : choice,
})

type ChosenTools = Extract<ResponseRequest['tool_choice'], object>

const chosenTools = (choice: ChosenTools): ChatCompletionRequest['tool_choice'] =>
  choice.type === 'function'
    ? { type: 'function', function: { name: choice.name } }
    : {
        type: 'allowed_tools',
        allowed_tools: {
          mode: choice.mode ?? 'auto',
          tools: choice.tools.map(({ name }) => ({ type: 'function', function: { name } })),
        },
      }

const FIELDS: Readonly<Record<string, string>> = {
  messages: 'input',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  reasoning_effort: 'reasoning.effort',
  response_format: 'text.format',
}

function fieldOf(param: string, places: readonly InputPath[]): string {
  const message = /^messages\[(\d+)\](?:\.content)?(.*)$/.exec(param)
  const place = message && places[Number(message[1])]
  if (place) return place.content === '' ? place.path : `${place.path}.${place.content}${message[2]}`
  return (
    FIELDS[param] ??
    param.replace('tool_choice.allowed_tools.', 'tool_choice.').replace(/\b(tools\[\d+\])\.function\b/, '$1')
  )
}
