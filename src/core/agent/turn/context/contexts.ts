import { createHash } from 'node:crypto'
import {
  ModelFailure,
  type Message,
  type Model,
  type ModelEvent,
  type ModelRequest,
} from '#core/agent/model/model.ts'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import { conversationTokens, toolTokens } from './estimate.ts'
import { cutBefore, describeFiles, trimResults } from './shorten.ts'
import { contextTokensOf } from '#core/agent/model/providers/list.ts'
import type { TokenUsage } from '#ground/turn/schema.ts'
import { summarise } from './summary.ts'

/** Makes conversations fit the model. */
export interface Contexts {
  /**
   * The model as a chat's turn uses it: what is too long is shortened, and the answer says so in one line.
   *
   * @param spent What shortening costs is counted in here as it is spent, whatever comes of the answer.
   */
  fitted(chatId: string, model: Model, spent: TokenUsage): Model
}

/** A summary of the first messages of a chat. */
interface Kept {
  /** How many messages it stands for, system messages not counted, and their digest. */
  count: number
  digest: string
  text: string
}

const REMEMBERED_CHATS = 500

/** Part of the window that a request's question may take; the rest is for the answer and for our estimate being off. */
const SHARE = 0.8
/** Part of that share that is kept word for word when older messages are summarised, so that it lasts a few turns. */
const KEPT_SHARE = 0.5

/**
 * @param tokens `SVC_MODEL_CONTEXT_TOKENS`: the size of the usual model's context; null where the service knows it or
 *               learns it from a refusal.
 */
export function createContexts(tokens: number | null): Contexts {
  const learned = new Map<string, number>()
  const summaries = new BoundedMap<string, Kept>(REMEMBERED_CHATS)

  return {
    fitted(chatId, model, spent) {
      const windowOf = () => learned.get(model.id) ?? tokens ?? contextTokensOf(model.id)
      async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
        const fit = (size: number | null) =>
          fitting({ model, request, signal, size, spent, kept: summaries.get(chatId) })
        for (let tries = 1; ; tries++) {
          const assumed = windowOf()
          const { messages, notice, kept } = await fit(assumed)
          if (kept) summaries.set(chatId, kept)
          let begun = false
          try {
            for await (const event of model.stream({ ...request, messages }, signal)) {
              if (!begun && notice && event.type === 'text' && request.responseFormat?.type !== 'json')
                yield { type: 'text', text: `${notice}\n\n` }
              begun ||= event.type === 'text'
              yield event
            }
            return
          } catch (error) {
            const isTooLong = error instanceof ModelFailure && error.code === 'too_long'
            if (!isTooLong || begun || tries > 2) throw error
            const sent = conversationTokens(messages) + toolTokens(request.tools)
            const size = sizeAfter(error, sent, assumed)
            if (size === null) throw error
            learned.set(model.id, size)
          }
        }
      }
      return { id: model.id, stream }
    },
  }
}

/**
 * What a refusal teaches about the model's size: the one it names, unless we kept to that already; else less than what
 * was sent. Nothing, when that could not be made to fit what we assumed: all other chats would be held to less for it.
 */
const sizeAfter = (error: ModelFailure, sent: number, assumed: number | null): number | null => {
  if (error.limit !== null && (assumed === null || error.limit < assumed)) return error.limit
  if (assumed !== null && sent > assumed) return null
  if (error.limit !== null && sent < error.limit / 2) return null // it was the answer that would be too long
  return Math.floor(sent * 0.7)
}

interface Fit {
  model: Model
  request: ModelRequest
  signal: AbortSignal
  /** Tokens of the window; null when nobody knows. */
  size: number | null
  spent: TokenUsage
  kept: Kept | undefined
}

interface Fitted {
  messages: readonly Message[]
  /** What the person reads; null when nothing new was left out. */
  notice: string | null
  kept: Kept | null
}

/** Shorten a request in steps, each of which costs more than the one before, until it fits. */
async function fitting({ model, request, signal, size, spent, kept }: Fit): Promise<Fitted> {
  const same = { messages: request.messages, notice: null, kept: null }
  if (size === null) return same
  const reserved = Math.min(request.maxOutputTokens ?? size, Math.floor(size / 4))
  const room = Math.floor((size - reserved) * SHARE) - toolTokens(request.tools)
  const fits = (messages: readonly Message[]) => conversationTokens(messages) <= room
  if (fits(request.messages)) return same

  const lighter = describeFiles(trimResults(request.messages, 2))
  if (fits(lighter)) return { ...same, messages: lighter }

  const begin = Math.max(
    0,
    lighter.findIndex((message) => message.role !== 'system'),
  )
  const system = lighter.slice(0, begin)
  const talk = lighter.slice(begin)
  const known = kept && isBeginning(kept, talk) ? kept : null
  if (known) {
    const short = [...system, summaryMessage(known.text), ...talk.slice(known.count)]
    if (fits(short)) return { ...same, messages: short }
  }

  const forTalk = room - conversationTokens(system)
  const cut = cutBefore(talk, Math.floor(forTalk * KEPT_SHARE))
  const older = talk.slice(known?.count ?? 0, cut)
  if (cut > 0 && (older.length > 0 || !known)) {
    const made = await summarise(
      model,
      { earlier: known?.text ?? null, messages: older, tokens: room },
      spent,
      signal,
    ).catch((error: unknown) => {
      if (signal.aborted) throw error
      return null
    })
    const text = made || known?.text || null
    const rest = trimResults(talk.slice(cut), 0)
    const short = text === null ? [...system, ...rest] : [...system, summaryMessage(text), ...rest]
    if (fits(short) || cut > 0)
      return {
        messages: short,
        notice: made ? SUMMARISED : LEFT_OUT,
        kept: made ? { count: cut, digest: digestOf(talk.slice(0, cut)), text: made } : null,
      }
  }
  return { ...same, messages: trimResults(lighter, 0) } // one message alone is too long: the model says so
}

const SUMMARISED = '_The older messages of this chat no longer fit, so I work from a summary of them._'
const LEFT_OUT = '_The older messages of this chat no longer fit and were left out._'

const summaryMessage = (text: string): Message => ({
  role: 'user',
  parts: [
    { type: 'text', text: `[Summary of the conversation so far, whose messages no longer fit]\n${text}` },
  ],
})

const isBeginning = ({ count, digest }: Kept, talk: readonly Message[]): boolean =>
  count < talk.length && digestOf(talk.slice(0, count)) === digest

const digestOf = (messages: readonly Message[]): string => {
  const hash = createHash('sha256')
  for (const message of messages)
    hash.update(
      JSON.stringify(message, (key, value: unknown) =>
        key === 'replay' || value instanceof Uint8Array ? 0 : value,
      ),
    )
  return hash.digest('hex')
}
