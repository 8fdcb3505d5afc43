import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider'
import type { ContentPart, Message, ModelRequest, ToolResult } from './model.ts'
import { callPart } from './call-part.ts'
import { isReplayOf } from './replay.ts'

/** A request as the provider packages take it. */
export const callOptions = (modelId: string, request: ModelRequest): LanguageModelV4CallOptions => ({
  prompt: request.messages.map((message) => promptMessage(modelId, message)),
  temperature: request.temperature,
  maxOutputTokens: request.maxOutputTokens,
  stopSequences: request.stop && request.stop.length > 0 ? [...request.stop] : undefined,
  tools:
    request.tools.length > 0
      ? // Not strict: strict schemas make every optional field required, and models then fill them with nonsense.
        request.tools.map((tool) => ({ type: 'function', ...tool, strict: false }))
      : undefined,
})

const promptMessage = (modelId: string, message: Message): LanguageModelV4Message => {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text }
    case 'user':
      return { role: 'user', content: message.parts.map(userPart) }
    case 'tool':
      return { role: 'tool', content: message.results.map(resultPart) }
    case 'assistant':
      if (isReplayOf(message.replay, modelId)) return { role: 'assistant', content: message.replay.content }
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
