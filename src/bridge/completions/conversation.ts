import type { ContentPart, Message, ToolCall } from '#agent/model/model.ts'
import { textOf, type ChatMessage, type Part } from './request.ts'

/** An attachment as it was saved in the chat. */
export interface SavedAttachment {
  filename: string
  mediaType: string
  content: Uint8Array
}

/**
 * Types that some models take. The model layer knows which one takes which; a file it doesn't take, like any other, is
 * mentioned by name, and tools can open it.
 */
const FOR_MODELS = /^(image\/|audio\/|video\/|application\/pdf$)/

/** The last thing a person said: what the turn answers. */
export const promptOf = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast((message) => message.role === 'user')

/** Whether a message says anything. An attachment alone does; invisible characters alone do not. */
export const isEmptyPrompt = (message: ChatMessage): boolean =>
  /^[\s\p{Cf}]*$/u.test(textOf(message.content)) &&
  !(
    Array.isArray(message.content) &&
    message.content.some((part) => part.type !== 'text' && part.type !== 'refusal')
  )

/** Turn the client's messages into the agent's. */
export function toConversation(
  messages: readonly ChatMessage[],
  saved: ReadonlyMap<Part, SavedAttachment>,
): Message[] {
  const calls = new Map<string, ToolCall>()
  return messages.map((message): Message => {
    switch (message.role) {
      case 'system':
      case 'developer':
        return { role: 'system', text: textOf(message.content) }
      case 'user':
        return { role: 'user', parts: userParts(message.content, saved) }
      case 'assistant': {
        const toolCalls = (message.tool_calls ?? []).map(toToolCall)
        for (const call of toolCalls) calls.set(call.id, call)
        return { role: 'assistant', text: textOf(message.content), toolCalls }
      }
      case 'tool':
        return toolResult(message.tool_call_id, textOf(message.content), calls.get(message.tool_call_id))
    }
  })
}

const userParts = (
  content: string | readonly Part[],
  saved: ReadonlyMap<Part, SavedAttachment>,
): ContentPart[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : content.flatMap((part): ContentPart[] => {
        if (part.type === 'text') return [{ type: 'text', text: part.text }]
        const file = saved.get(part)
        return file ? [filePart(file)] : []
      })

const filePart = ({ filename, mediaType, content }: SavedAttachment): ContentPart =>
  FOR_MODELS.test(mediaType)
    ? { type: 'file', mediaType, data: content, filename }
    : { type: 'text', text: `[Attached file: ${filename} (${mediaType}, ${content.byteLength} bytes)]` }

const toToolCall = (call: { id: string; function: { name: string; arguments: string } }): ToolCall => ({
  id: call.id,
  name: call.function.name,
  input: call.function.arguments,
})

/** A result whose call the client left out would be refused by models, so it becomes something said. */
const toolResult = (id: string, text: string, call: ToolCall | undefined): Message =>
  call
    ? { role: 'tool', results: [{ id, name: call.name, text, failed: false }] }
    : { role: 'user', parts: [{ type: 'text', text: `[Tool result]\n${text}` }] }
