import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import { callPart } from './call-part.ts'
import { acceptPart } from './media.ts'
import type { ContentPart, TurnMessage, ModelRequest, ToolChoice, ToolResult } from './model.ts'
import { isReplayOf } from './replay.ts'

export type ProviderOptions = LanguageModelV4CallOptions['providerOptions']

export interface Prompted {
  id: string
  acceptedMediaTypes: ReadonlySet<string>
  /** Option of a message that makes the provider cache the prompt up to this message. */
  cacheMark?: ProviderOptions
}

export const callOptions = (
  { id, acceptedMediaTypes, cacheMark }: Prompted,
  request: ModelRequest,
): LanguageModelV4CallOptions => {
  const { settings, responseFormat: format, tools } = request
  const messages = request.messages.filter((message) => !isEmptyAnswer(message))
  const marked = cacheMark ? cacheMarks(messages) : NONE
  return {
    prompt: messages.map((message, index) => {
      const made = promptMessage(id, acceptedMediaTypes, message)
      return marked.has(index) ? { ...made, providerOptions: cacheMark } : made
    }),
    temperature: request.temperature,
    ...(request.headers && { headers: { ...request.headers } }),
    maxOutputTokens: request.maxOutputTokens,
    stopSequences: request.stop && request.stop.length > 0 ? [...request.stop] : undefined,
    topP: settings?.topP,
    presencePenalty: settings?.presencePenalty,
    frequencyPenalty: settings?.frequencyPenalty,
    seed: typeof settings?.seed === 'number' ? settings.seed : undefined, // the SDK accepts only numbers
    reasoning: settings?.reasoningEffort,
    responseFormat:
      format?.type === 'json' ? { type: 'json', schema: format.schema, name: format.name } : undefined,
    toolChoice: tools.length > 0 ? choiceOf(request.toolChoice) : undefined,
    tools:
      tools.length > 0
        ? tools.map((tool, index) => ({
            type: 'function',
            ...tool,
            // Strict schemas make optional fields required, and models then invent values.
            strict: false,
            ...(cacheMark && index === tools.length - 1 && { providerOptions: cacheMark }),
          }))
        : undefined,
  }
}

const NONE: ReadonlySet<number> = new Set()

/** A failed turn may leave an empty answer. Anthropic and Google refuse messages without content. */
const isEmptyAnswer = (message: TurnMessage): boolean =>
  message.role === 'assistant' &&
  message.text === '' &&
  message.toolCalls.length === 0 &&
  message.replay === undefined

const choiceOf = (choice: ToolChoice | undefined): LanguageModelV4CallOptions['toolChoice'] => {
  if (choice === undefined) return undefined
  return typeof choice === 'object' ? { type: 'tool', toolName: choice.name } : { type: choice }
}

const promptMessage = (
  id: string,
  acceptedMediaTypes: ReadonlySet<string>,
  message: TurnMessage,
): LanguageModelV4Message => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return {
        role: 'user',
        content: message.parts.map((part) => userPart(acceptPart(acceptedMediaTypes, part))),
      }
    case 'tool':
      return { role: 'tool', content: message.results.map(resultPart) }
    case 'assistant':
      if (isReplayOf(message.replay, id)) return { role: 'assistant', content: message.replay.content }
      return {
        role: 'assistant',
        content: [
          ...(message.text ? [{ type: 'text' as const, text: message.text }] : []),
          ...message.toolCalls.map(callPart),
        ],
      }
  }
}

const userPart = (part: ContentPart) =>
  part.type === 'text'
    ? { type: 'text' as const, text: part.text }
    : {
        type: 'file' as const,
        mediaType: part.mediaType,
        filename: part.filename,
        data: { type: 'data' as const, data: part.data },
      }

const resultPart = ({ id, name, text, failed }: ToolResult) => ({
  type: 'tool-result' as const,
  toolCallId: id,
  toolName: name,
  output: { type: failed ? ('error-text' as const) : ('text' as const), value: text },
})

/** Returns at most three indexes, because Anthropic accepts four cache marks and the tools have one of them. */
function cacheMarks(messages: readonly TurnMessage[]): ReadonlySet<number> {
  const system = messages.findIndex((message) => message.role !== 'system') - 1
  const newest = messages.length - 1
  const answer = messages.findLastIndex((message) => message.role === 'assistant')
  return new Set([system, newest, answer - 1].filter((index) => index >= 0))
}
