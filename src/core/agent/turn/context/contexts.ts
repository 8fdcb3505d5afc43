import type { AgentEvents } from '#core/agent/log-events.ts'
import {
  ModelFailure,
  type TurnMessage,
  type LanguageModel,
  type ModelEvent,
  type ModelRequest,
} from '#core/agent/model/model.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { TokenUsage, ToolEvent } from '#ground/turn/schema.ts'
import { conversationTokens, measure, toolTokens } from './estimate.ts'
import { roomFor } from './room.ts'
import { createShortening, type KeptContext } from './shortening.ts'
import { createWindows, type ContextWindow, type WindowsDeps } from './windows.ts'
import { WindowTooSmall } from './window-too-small.ts'

export interface Contexts {
  fitted(chatId: string, model: LanguageModel, spent: TokenUsage): FittedModel
}

export interface FittedRequest extends ModelRequest {
  /**
   * Returns the messages to send instead when the conversation must be shortened. Default: the messages stay
   * unchanged.
   */
  renewed?(messages: readonly TurnMessage[]): readonly TurnMessage[]
}

export interface FittedModel extends Pick<LanguageModel, 'id' | 'takesFile'> {
  roomForFiles(tokens: number): Promise<number>
  /** Like `LanguageModel.stream`. Also emits a tool event while the model writes a summary. */
  stream(request: FittedRequest, signal: AbortSignal): AsyncIterable<ModelEvent | ToolEvent>
}

export interface ContextsDeps extends WindowsDeps {
  events: Pick<AgentEvents, 'windowTooSmall' | 'windowMisconfigured'>
}

const REMEMBERED_CHATS = 500
const MAX_TRIES = 4
const RETRY_SHARE = 0.7
const FILES_SHARE = 0.6
/**
 * English has more characters per token on average. A lower number is safer, because tables and code need more
 * tokens.
 */
const CHARACTERS_PER_TOKEN = 2.5
const UNKNOWN_ROOM_CHARACTERS = 24_000

export function createContexts({ events, ...deps }: ContextsDeps): Contexts {
  const windows = createWindows(deps)
  const chats = new BoundedMap<string, KeptContext>(REMEMBERED_CHATS)

  return {
    fitted(chatId, model, spent) {
      const kept = chats.get(chatId) ?? null
      const shortening = createShortening({ model, spent, kept, clock: deps.clock })
      let pendingNotice: string | null = null
      async function* stream({ renewed, ...request }: FittedRequest, signal: AbortSignal) {
        if (processTurns.isSpent()) await processTurns.nextTurn()
        const askedAt = performance.now()
        const assumed = await windows.of(model)
        request.waited?.(performance.now() - askedAt)
        await measure(request.messages, request.tools, processTurns)
        let bounds = { window: assumed?.tokens ?? null, maxTokens: Infinity }
        let refused: { error: ModelFailure; sent: number } | null = null
        for (let tries = 1; ; tries++) {
          const scaled = { ...bounds, window: bounds.window && bounds.window / windows.scaleOf(model) }
          const { messages, notice } = yield* shortening.shortened({ ...request, renewed }, scaled, signal)
          pendingNotice = notice ?? pendingNotice
          if (shortening.kept) chats.set(chatId, shortening.kept)
          const sent = conversationTokens(messages) + toolTokens(request.tools)
          if (refused && (sent >= refused.sent || tries > MAX_TRIES))
            throw finalFailure(refused, bounds, messages)
          let hasText = false
          if (processTurns.isSpent()) await processTurns.nextTurn()
          try {
            for await (const event of model.stream({ ...request, messages }, signal)) {
              if (pendingNotice && event.type === 'text' && request.responseFormat?.type !== 'json') {
                yield { type: 'text' as const, text: `${pendingNotice}\n\n` }
                pendingNotice = null
              }
              hasText ||= event.type === 'text'
              if (event.type === 'finish') windows.recordUsage(model, event.usage, sent, assumed)
              yield event
            }
            return
          } catch (error) {
            if (!(error instanceof ModelFailure) || error.code !== 'too_long' || hasText) throw error
            const next = afterRefusal(error, sent, bounds.window)
            if (next === null) throw error
            recordLimit(error, sent, assumed)
            if (error.counted !== null) windows.recordCount(model, error.counted, sent)
            refused = { error, sent }
            bounds = next
          }
        }
      }
      const recordLimit = (error: ModelFailure, sent: number, assumed: ContextWindow | null) => {
        const named = error.limit !== null && error.limit < (assumed?.tokens ?? Infinity) ? error.limit : null
        if (named !== null && assumed?.source === 'configured')
          events.windowMisconfigured({ model: model.id, configured: assumed.tokens, named })
        const isGuess = error.limit === null && sent <= (assumed?.tokens ?? Infinity)
        const learned = named ?? (isGuess ? Math.floor(sent * RETRY_SHARE) : null)
        if (learned !== null) windows.recordRefusal(model, learned, assumed)
      }
      const finalFailure = (
        { error, sent }: { error: ModelFailure; sent: number },
        { window }: { window: number | null },
        messages: readonly TurnMessage[],
      ): ModelFailure => {
        const scale = windows.scaleOf(model)
        const talk = scale * conversationTokens(messages.filter(({ role }) => role !== 'system'))
        const needed = Math.ceil(scale * sent - talk)
        if (talk > (window === null ? needed : window / 4)) return error
        events.windowTooSmall({ model: model.id, window, needed })
        return new WindowTooSmall(model.id, { needed, window, cause: error })
      }
      const roomForFiles = async (tokens: number) => {
        const assumed = await windows.of(model)
        if (assumed === null) return UNKNOWN_ROOM_CHARACTERS
        const sizes = { window: assumed.tokens / windows.scaleOf(model), maxOutput: undefined, tools: 0 }
        return (
          Math.max(0, roomFor({ ...sizes, system: tokens }) - tokens) * FILES_SHARE * CHARACTERS_PER_TOKEN
        )
      }
      return { ...model, stream, roomForFiles }
    },
  }
}

interface Bounds {
  /** Context window: tokens of request and response together. Null if unknown. */
  window: number | null
  maxTokens: number
}

const afterRefusal = ({ limit }: ModelFailure, sent: number, window: number | null): Bounds | null => {
  if (limit !== null && (window === null || limit < window)) return { window: limit, maxTokens: sent - 1 }
  if (limit !== null && sent < limit / 2) return null
  return { window, maxTokens: Math.floor(sent * RETRY_SHARE) }
}
