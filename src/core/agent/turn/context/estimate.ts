import type { ContentPart, Message, ToolSpec } from '#core/agent/model/model.ts'

/** UTF-8 bytes to a token, on the safe side: English has about four, code and JSON about three. */
const BYTES_PER_TOKEN = 3.2
const TOKENS_PER_MESSAGE = 6
const TOKENS_PER_IMAGE = 1600
const MEDIA_BYTES_PER_TOKEN = 60

/** About how many tokens a text takes. No tokenizer: each model has its own, and a margin is cheaper. */
export const textTokens = (text: string): number => tokensOfBytes(Buffer.byteLength(text))

/** @param bytes Length of a text in UTF-8. */
export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN)

const known = new WeakMap<Message, number>()

/** About how many tokens a message takes. Remembered, because a conversation is measured before every step. */
export function messageTokens(message: Message): number {
  let tokens = known.get(message)
  if (tokens === undefined) known.set(message, (tokens = TOKENS_PER_MESSAGE + contentTokens(message)))
  return tokens
}

export const conversationTokens = (messages: readonly Message[]): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0)

const knownTools = new WeakMap<ToolSpec, number>()

/** Remembered too: the tools are mostly the same for every request, and longer than all the rest. */
export const toolTokens = (tools: readonly ToolSpec[]): number =>
  tools.reduce((sum, tool) => {
    let tokens = knownTools.get(tool)
    if (tokens === undefined) knownTools.set(tool, (tokens = specTokens(tool)))
    return sum + tokens
  }, 0)

const specTokens = ({ name, description, inputSchema }: ToolSpec): number =>
  TOKENS_PER_MESSAGE + textTokens(name + description + JSON.stringify(inputSchema))

const contentTokens = (message: Message): number => {
  switch (message.role) {
    case 'system':
      return textTokens(message.text)
    case 'user':
      return message.parts.reduce((sum, part) => sum + partTokens(part), 0)
    case 'assistant':
      return message.toolCalls.reduce(
        (sum, { name, input }) => sum + TOKENS_PER_MESSAGE + textTokens(name + input),
        textTokens(message.text),
      )
    case 'tool':
      return message.results.reduce((sum, { text }) => sum + TOKENS_PER_MESSAGE + textTokens(text), 0)
  }
}

const partTokens = (part: ContentPart): number => {
  if (part.type === 'text') return textTokens(part.text)
  if (part.mediaType.startsWith('image/')) return TOKENS_PER_IMAGE
  return TOKENS_PER_IMAGE + Math.ceil(part.data.byteLength / MEDIA_BYTES_PER_TOKEN)
}
