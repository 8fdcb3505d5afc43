import type { ContentPart, TurnMessage } from '#core/agent/model/model.ts'
import type { ToolCall } from '#ground/turn/schema.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { ReadAttachments } from './attachments.ts'
import type { TextPiece } from './inline-files.ts'
import { plainTextOf, type ChatMessage, type MessageContentPart } from './request.ts'

export interface SavedAttachment {
  filename: string
  mediaType: string
  content: Uint8Array
}

export interface SavedAttachments extends Pick<ReadAttachments, 'pieces'> {
  files: ReadonlyMap<MessageContentPart | string, SavedAttachment>
}

export const promptOf = (messages: readonly ChatMessage[]): ChatMessage | undefined =>
  messages.findLast((message) => message.role === 'user')

export async function isEmptyPrompt({ content }: ChatMessage): Promise<boolean> {
  if (Array.isArray(content) && content.some(({ type }) => type !== 'text' && type !== 'refusal'))
    return false
  const text = plainTextOf(content)
  for (let [from, to] = [0, 0]; from < text.length; from = to) {
    if (processTurns.isSpent()) await processTurns.nextTurn()
    to = from + PORTION_CHARS
    if (HIGH_SURROGATE.test(text.charAt(to - 1))) to++
    if (!INVISIBLE.test(text.slice(from, to))) return false
  }
  return true
}
const INVISIBLE = /^[\s\p{Cf}]*$/u
const HIGH_SURROGATE = /[\uD800-\uDBFF]/
const PORTION_CHARS = 256 * 1024

export function toConversation(messages: readonly ChatMessage[], saved: SavedAttachments): TurnMessage[] {
  const calls = new Map<string, ToolCall>()
  return messages.map((message): TurnMessage => {
    switch (message.role) {
      case 'system':
      case 'developer':
        return { role: 'system', text: readPromptText(message.content, saved) }
      case 'user':
        return { role: 'user', parts: userParts(message.content, saved) }
      case 'assistant': {
        const toolCalls = (message.tool_calls ?? []).map(toToolCall)
        for (const call of toolCalls) calls.set(call.id, call)
        const texts = [readPromptText(message.content, saved), message.refusal ?? '']
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

export const readPromptText = (content: ChatMessage['content'], saved: SavedAttachments): string =>
  plainTextOf(content, (text) =>
    piecesOf(text, saved)
      .map((piece) => ('text' in piece ? piece.text : mentionOf(saved.files.get(piece.url)!)))
      .join(''),
  )

const resultText = (content: ChatMessage['content'], saved: SavedAttachments): string =>
  typeof content === 'string'
    ? readPromptText(content, saved)
    : (content ?? [])
        .map((part) => {
          const file = saved.files.get(part)
          return file ? mentionOf(file) : readPromptText([part], saved)
        })
        .filter(Boolean)
        .join('\n')

const userParts = (content: string | readonly MessageContentPart[], saved: SavedAttachments): ContentPart[] =>
  typeof content === 'string'
    ? textParts(content, saved)
    : content.flatMap((part): ContentPart[] => {
        if (part.type === 'text') return textParts(part.text, saved)
        const file = saved.files.get(part)
        return file ? [filePart(file)] : []
      })

const textParts = (text: string, saved: SavedAttachments): ContentPart[] =>
  piecesOf(text, saved).map((piece) =>
    'text' in piece ? { type: 'text', text: piece.text } : filePart(saved.files.get(piece.url)!),
  )

const piecesOf = (text: string, { pieces }: SavedAttachments): readonly TextPiece[] =>
  pieces.get(text) ?? [{ text }]

const filePart = ({ mediaType, content, filename }: SavedAttachment): ContentPart => ({
  type: 'file',
  mediaType,
  data: content,
  filename,
})

const mentionOf = ({ filename, mediaType, content }: SavedAttachment): string =>
  `[Attached file: ${filename} (${mediaType}, ${content.byteLength} bytes)]`

const toToolCall = (call: { id: string; function: { name: string; arguments: string } }): ToolCall => ({
  id: call.id,
  name: call.function.name,
  input: call.function.arguments,
})

/** Models refuse a result without its call. If the client omitted the call, the result becomes a text message. */
const toolResult = (id: string, text: string, call: ToolCall | undefined): TurnMessage =>
  call
    ? { role: 'tool', results: [{ id, name: call.name, text, failed: false }] }
    : { role: 'user', parts: [{ type: 'text', text: `[Tool result]\n${text}` }] }

/** Index of the person's request, which the newest `followUps` user messages do not replace. */
export function requestIn(conversation: readonly TurnMessage[], followUps: number): number {
  const prompts = conversation.flatMap(({ role }, index) => (role === 'user' ? [index] : []))
  return prompts.at(-1 - followUps) ?? prompts[0] ?? -1
}
