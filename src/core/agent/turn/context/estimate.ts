import type { TurnBudget } from '#ground/base/turn-budget.ts'
import { noteOn } from '#core/agent/model/media.ts'
import type { ContentPart, TurnMessage, ToolSpec } from '#core/agent/model/model.ts'

/** Below the average of English (about four UTF-8 bytes), because code and JSON have about three. */
const BYTES_PER_TOKEN = 3.2
const TOKENS_PER_MESSAGE = 6
const TOKENS_PER_IMAGE = 1600
const MEDIA_BYTES_PER_TOKEN = 60

/** Base64 and hexadecimal text have few characters per token: 1.48 and 1.77 in the tokenizer o200k_base. */
const DENSE_CHARACTERS_PER_TOKEN = 1.6
/** The lookbehind halves the time: without it the search restarts at each character of a word. */
const DENSE = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{48,}/g

/** Estimates, because a tokenizer is exact for only one model. */
export function textTokens(text: string): number {
  const dense = Math.min(denseShareOf(text) * text.length, text.length)
  return tokensOfBytes(Buffer.byteLength(text) - dense) + Math.ceil(dense / DENSE_CHARACTERS_PER_TOKEN)
}

const SAMPLES = 16
const SAMPLE_CHARACTERS = 2048

function denseShareOf(text: string): number {
  const isShort = text.length <= SAMPLES * SAMPLE_CHARACTERS
  const step = (text.length - SAMPLE_CHARACTERS) / (SAMPLES - 1)
  const read = isShort
    ? [text]
    : Array.from({ length: SAMPLES }, (_, at) =>
        text.slice(Math.floor(at * step), Math.floor(at * step) + SAMPLE_CHARACTERS),
      )
  const total = read.reduce((sum, part) => sum + part.length, 0)
  return total === 0 ? 0 : read.reduce((sum, part) => sum + denseCharactersIn(part), 0) / total
}

const denseCharactersIn = (text: string): number =>
  text.match(DENSE)?.reduce((sum, run) => sum + run.length, 0) ?? 0

export const tokensOfBytes = (bytes: number): number => Math.ceil(bytes / BYTES_PER_TOKEN)

const known = new WeakMap<TurnMessage, number>()

/** Cached, because each step measures the whole conversation. */
export function messageTokens(message: TurnMessage): number {
  let tokens = known.get(message)
  if (tokens === undefined) known.set(message, (tokens = TOKENS_PER_MESSAGE + contentTokens(message)))
  return tokens
}

/** Fills the caches of token counts without blocking the event loop: a long conversation takes 50 ms. */
export async function measure(
  messages: readonly TurnMessage[],
  tools: readonly ToolSpec[],
  turns: TurnBudget,
): Promise<void> {
  for (const [at, message] of messages.entries()) {
    if (at % MESSAGES_AT_ONCE === 0 && turns.isSpent()) await turns.nextTurn()
    messageTokens(message)
  }
  for (const tool of tools) {
    if (!knownTools.has(tool) && turns.isSpent()) await turns.nextTurn()
    toolTokens([tool])
  }
}
const MESSAGES_AT_ONCE = 20

export const conversationTokens = (messages: readonly TurnMessage[]): number =>
  messages.reduce((sum, message) => sum + messageTokens(message), 0)

const knownTools = new WeakMap<ToolSpec, number>()

export const toolTokens = (tools: readonly ToolSpec[]): number =>
  tools.reduce((sum, tool) => {
    let tokens = knownTools.get(tool)
    if (tokens === undefined) knownTools.set(tool, (tokens = specTokens(tool)))
    return sum + tokens
  }, 0)

const specTokens = ({ name, description, inputSchema }: ToolSpec): number =>
  TOKENS_PER_MESSAGE + textTokens(name + description + JSON.stringify(inputSchema))

const contentTokens = (message: TurnMessage): number => {
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
      return message.results.reduce(
        (sum, { text, files = [] }) =>
          files.reduce((all, file) => all + partTokens(file), sum + TOKENS_PER_MESSAGE + textTokens(text)),
        0,
      )
  }
}

const partTokens = (part: ContentPart): number => {
  if (part.type === 'text') return textTokens(part.text)
  if (part.contents) return textTokens(noteOn(part))
  if (part.mediaType.startsWith('image/')) return TOKENS_PER_IMAGE
  return TOKENS_PER_IMAGE + Math.ceil(part.data.byteLength / MEDIA_BYTES_PER_TOKEN)
}
