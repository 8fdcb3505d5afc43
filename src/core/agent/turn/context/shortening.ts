import type { Language } from '#ground/turn/language/language.ts'
import { sentencesIn, titleIn } from '#ground/turn/language/sentences.ts'
import { createHash } from 'node:crypto'
import type { TurnMessage, LanguageModel, ModelRequest } from '#core/agent/model/model.ts'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import type { TokenUsage, ToolEvent } from '#ground/turn/schema.ts'
import { conversationTokens, toolTokens } from './estimate.ts'
import { roomFor, summaryTokensFor } from './room.ts'
import { cutBefore, describeFiles, trimResults } from './shorten.ts'
import { messagesOf, smaller } from './smaller.ts'
import { summarise, type ContextSummary } from './summary.ts'

/** Summary of a chat that was shortened. */
export interface KeptContext {
  /** How many of its first messages the summary replaces, system messages not counted, and their digest. */
  count: number
  digest: string
  /** Empty if there is none: the messages were left out, and the person was notified. */
  text: string
  /** After a failed summary: until then, messages of the chat are shortened without one. */
  retryAt?: EpochMs
}

type ShortenedFrom = Pick<ModelRequest, 'messages' | 'tools' | 'maxOutputTokens' | 'language'> & {
  /** The messages as they are shortened; default as they are. */
  renewed?: ((messages: readonly TurnMessage[]) => readonly TurnMessage[]) | undefined
}

export interface ShortenedRequest {
  messages: readonly TurnMessage[]
  /** Notice for the person; null when nothing new was left out. */
  notice: string | null
}

/** Shortens the requests of one turn. */
export interface Shortening {
  /** The newest summary of the chat. */
  readonly kept: KeptContext | null
  /**
   * Shortens a request in steps of rising cost until it fits. If nothing fits, returns the smallest form,
   * which the model refuses.
   */
  shortened(
    request: ShortenedFrom,
    bounds: { window: number | null; most: number },
    signal: AbortSignal,
  ): AsyncGenerator<ToolEvent, ShortenedRequest>
}

/** Maximum number of requests for summaries in a turn, sent in sequence before its answer begins. */
const MAX_SUMMARY_REQUESTS = 3
/** The person would wait for each failed request again with every message. */
const RETRY_DELAY_MS = 10 * 60_000
/** Part of the room that is kept word for word when older messages are summarised, so that the summary lasts a few turns. */
const VERBATIM_SHARE = 0.5

interface TurnDeps {
  model: LanguageModel
  spent: TokenUsage
  kept: KeptContext | null
  clock: Pick<Clock, 'now'>
}

export function createShortening({ model, spent, kept, clock }: TurnDeps): Shortening {
  const requests = { left: MAX_SUMMARY_REQUESTS }
  let newest = kept
  let retryAt = kept?.retryAt ?? 0

  async function* shortened(
    request: ShortenedFrom,
    { window, most }: { window: number | null; most: number },
    signal: AbortSignal,
  ): AsyncGenerator<ToolEvent, ShortenedRequest> {
    const { language = 'en' } = request
    const whole = { messages: request.messages, notice: null }
    if (window === null && most === Infinity) return whole
    const tools = toolTokens(request.tools)
    const messages = request.renewed?.(request.messages) ?? request.messages
    const begin = Math.max(
      0,
      messages.findIndex(({ role }) => role !== 'system'),
    )
    const system = messages.slice(0, begin)
    const systemTokens = conversationTokens(system)
    const sizes = { window: window ?? most, maxOutput: request.maxOutputTokens, tools, system: systemTokens }
    const room = Math.min(window === null ? Infinity : roomFor(sizes), most - tools)
    const fits = (form: readonly TurnMessage[]) => conversationTokens(form) <= room
    if (fits(request.messages)) return whole

    const lighter = describeFiles(trimResults(messages, 2))
    if (fits(lighter)) return { messages: lighter, notice: null }

    const talk = lighter.slice(begin)
    const known = newest && isBeginning(newest, talk) ? newest : null
    const form = { system, summary: known?.text || null, rest: talk.slice(known?.count ?? 0) }
    if (known && fits(messagesOf(form))) return { messages: messagesOf(form), notice: null }

    const forTalk = room - systemTokens
    const summaryTokens = summaryTokensFor(sizes.window, forTalk)
    const cut = cutBefore(talk, Math.min(forTalk * VERBATIM_SHARE, forTalk - (summaryTokens ?? 0)))
    const older = talk.slice(known?.count ?? 0, cut)
    if (older.length === 0) return { messages: messagesOf(smaller(form, room)), notice: null }
    const made =
      summaryTokens === null || requests.left === 0 || clock.now() < retryAt
        ? null
        : yield* summary(
            { earlier: known?.text || null, messages: older },
            { window: sizes.window, summaryTokens, language },
            signal,
          )
    const notice = noticeOf(made, newest, language)
    newest = made
      ? { count: cut, digest: digestOf(talk.slice(0, cut)), text: made.text }
      : { ...(newest ?? NOTHING_KEPT), retryAt }
    const cutForm = { system, summary: made?.text ?? form.summary, rest: talk.slice(cut) }
    return { messages: messagesOf(smaller(cutForm, room)), notice }
  }

  /** Null where the model made none. */
  async function* summary(
    material: { earlier: string | null; messages: readonly TurnMessage[] },
    { language, ...limits }: { window: number; summaryTokens: number; language: Language },
    signal: AbortSignal,
  ): AsyncGenerator<ToolEvent, ContextSummary | null> {
    const event = { type: 'tool' as const, id: newId(), name: 'summarise_older_messages' }
    yield { ...event, title: titleIn(language, 'summarise', 'running'), state: 'running' }
    const startedAt = performance.now()
    const made = await summarise(model, material, { ...limits, requests }, spent, signal).catch(
      (error: unknown) => {
        if (signal.aborted) throw error
        return null
      },
    )
    const ms = Math.round(performance.now() - startedAt)
    if (made?.text) {
      yield { ...event, title: titleIn(language, 'summarise', 'done'), state: 'done', ms }
      return made
    }
    retryAt = clock.now() + RETRY_DELAY_MS // the other steps of the turn do without one, too
    yield { ...event, title: titleIn(language, 'summarise', 'failed'), state: 'failed', ms }
    return null
  }

  return {
    get kept() {
      return newest
    },
    shortened,
  }
}

/** Without a summary: the older messages were left out. */
const NOTHING_KEPT = { count: 0, digest: createHash('sha256').digest('hex'), text: '' }

/**
 * The notice about left-out messages appears once per chat; otherwise every answer of a small model would
 * begin with it.
 */
const noticeOf = (
  made: ContextSummary | null,
  before: KeptContext | null,
  language: Language,
): string | null => {
  const { summary, partly, leftOut } = sentencesIn(language).shortened
  if (made) return `_${made.isPartial ? partly : summary}_`
  return before === null ? `_${leftOut}_` : null
}

const isBeginning = ({ count, digest }: KeptContext, talk: readonly TurnMessage[]): boolean =>
  count < talk.length && digestOf(talk.slice(0, count)) === digest

const digestOf = (messages: readonly TurnMessage[]): string => {
  const hash = createHash('sha256')
  for (const message of messages)
    hash.update(
      JSON.stringify(message, (key, value: unknown) =>
        key === 'replay' || value instanceof Uint8Array ? 0 : value,
      ),
    )
  return hash.digest('hex')
}
