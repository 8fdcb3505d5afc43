import type { ContentPart, Message } from '#core/agent/model/model.ts'
import type { ToolCall } from '#ground/turn/schema.ts'
import { textPieces } from './inline-files.ts'
import { plainTextOf, type ChatMessage, type Part } from './request.ts'

/** An attachment as it was saved in the chat. */
export interface SavedAttachment {
  filename: string
  mediaType: string
  content: Uint8Array
}

/** By what holds them in a message: a part, or the `data:` URL within a text. */
export type SavedAttachments = ReadonlyMap<Part | string, SavedAttachment>

/**
 * Types that some models take. The model layer knows which one takes which; a file it doesn't take, like any other, is
 * mentioned by name, and tools can open it.
 */
const FOR_MODELS = /^(image\/|audio\/|video\/|application\/pdf$)/

/** The last message of a person: the turn's prompt. */
export const promptOf = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast((message) => message.role === 'user')

/** True if a message has no content. An attachment alone is content; invisible characters alone are not. */
export const isEmptyPrompt = (message: ChatMessage): boolean =>
  /^[\s\p{Cf}]*$/u.test(plainTextOf(message.content)) &&
  !(
    Array.isArray(message.content) &&
    message.content.some((part) => part.type !== 'text' && part.type !== 'refusal')
  )

/** Turn the client's messages into the agent's. */
export function toConversation(messages: readonly ChatMessage[], saved: SavedAttachments): Message[] {
  const calls = new Map<string, ToolCall>()
  return messages.map((message): Message => {
    switch (message.role) {
      case 'system':
      case 'developer':
        return { role: 'system', text: textOf(message.content, saved) }
      case 'user':
        return { role: 'user', parts: userParts(message.content, saved) }
      case 'assistant': {
        const toolCalls = (message.tool_calls ?? []).map(toToolCall)
        for (const call of toolCalls) calls.set(call.id, call)
        const texts = [textOf(message.content, saved), message.refusal ?? '']
        return { role: 'assistant', text: texts.filter(Boolean).join('\n'), toolCalls }
      }
      case 'tool':
        return toolResult(
          message.tool_call_id,
          resultText(message.content, saved),
          calls.get(message.tool_call_id),
        )
    }
  })
}

/** A message's text, with the names of files in place of those written into its text. */
export const textOf = (content: ChatMessage['content'], saved: SavedAttachments): string =>
  plainTextOf(content, (text) =>
    textPieces(text)
      .map((piece) => ('text' in piece ? piece.text : mentionOf(saved.get(piece.url)!)))
      .join(''),
  )

/** A tool's output, with the names of the files in it. */
const resultText = (content: ChatMessage['content'], saved: SavedAttachments): string =>
  typeof content === 'string'
    ? textOf(content, saved)
    : (content ?? [])
        .map((part) => {
          const file = saved.get(part)
          return file ? mentionOf(file) : textOf([part], saved)
        })
        .filter(Boolean)
        .join('\n')

const userParts = (content: string | readonly Part[], saved: SavedAttachments): ContentPart[] =>
  typeof content === 'string'
    ? textParts(content, saved)
    : content.flatMap((part): ContentPart[] => {
        if (part.type === 'text') return textParts(part.text, saved)
        const file = saved.get(part)
        return file ? [filePart(file)] : []
      })

const textParts = (text: string, saved: SavedAttachments): ContentPart[] =>
  textPieces(text).map((piece) =>
    'text' in piece ? { type: 'text', text: piece.text } : filePart(saved.get(piece.url)!),
  )

const filePart = (file: SavedAttachment): ContentPart =>
  FOR_MODELS.test(file.mediaType)
    ? { type: 'file', mediaType: file.mediaType, data: file.content, filename: file.filename }
    : { type: 'text', text: mentionOf(file) }

const mentionOf = ({ filename, mediaType, content }: SavedAttachment): string =>
  `[Attached file: ${filename} (${mediaType}, ${content.byteLength} bytes)]`

const toToolCall = (call: { id: string; function: { name: string; arguments: string } }): ToolCall => ({
  id: call.id,
  name: call.function.name,
  input: call.function.arguments,
})

/** Models would refuse a result whose call the client left out, so it becomes a text message. */
const toolResult = (id: string, text: string, call: ToolCall | undefined): Message =>
  call
    ? { role: 'tool', results: [{ id, name: call.name, text, failed: false }] }
    : { role: 'user', parts: [{ type: 'text', text: `[Tool result]\n${text}` }] }
