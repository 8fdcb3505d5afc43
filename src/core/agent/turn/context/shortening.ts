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
import { summarise, type ContextSummary, type SummaryLimits } from './summary.ts'

export interface KeptContext {
  /** Number of messages that the summary replaces, counted from the start without system messages. */
  count: number
  digest: string
  /** Empty: the messages were dropped and the person was notified. */
  text: string
  /** Set after a failed summary. Before this time, no further attempt is made. */
  retryAt?: EpochMs
}

type ShortenedFrom = Pick<ModelRequest, 'messages' | 'tools' | 'maxOutputTokens' | 'language' | 'startMs'> & {
  renewed?: ((messages: readonly TurnMessage[]) => readonly TurnMessage[]) | undefined
}

export interface ShortenedRequest {
  messages: readonly TurnMessage[]
  notice: string | null
}

export interface Shortening {
  readonly kept: KeptContext | null
  shortened(
    request: ShortenedFrom,
    bounds: { window: number | null; maxTokens: number },
    signal: AbortSignal,
  ): AsyncGenerator<ToolEvent, ShortenedRequest>
}

/** Maximum summary requests per turn. The person waits for these requests before the answer starts. */
const MAX_SUMMARY_REQUESTS = 3
/** Without this delay after a failed summary, each message would wait for another failed request. */
const RETRY_DELAY_MS = 10 * 60_000
/**
 * After a summary, the newest messages fill at most this share, so that the next summary is needed only after several
 * turns.
 */
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
    { window, maxTokens }: { window: number | null; maxTokens: number },
    signal: AbortSignal,
  ): AsyncGenerator<ToolEvent, ShortenedRequest> {
    const { language = 'en', maxOutputTokens: maxOutput } = request
    const whole = { messages: request.messages, notice: null }
    if (window === null && maxTokens === Infinity) return whole
    const tools = toolTokens(request.tools)
    const messages = request.renewed?.(request.messages) ?? request.messages
    const begin = Math.max(
      0,
      messages.findIndex(({ role }) => role !== 'system'),
    )
    const system = messages.slice(0, begin)
    const systemTokens = conversationTokens(system)
    const sizes = { window: window ?? maxTokens, maxOutput, tools, system: systemTokens }
    const room = Math.min(window === null ? Infinity : roomFor(sizes), maxTokens - tools)
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
            { window: sizes.window, summaryTokens, language, startMs: request.startMs },
            signal,
          )
    const notice = noticeOf(made, newest, language)
    newest = made
      ? { count: cut, digest: digestOf(talk.slice(0, cut)), text: made.text }
      : { ...(newest ?? NOTHING_KEPT), retryAt }
    const cutForm = { system, summary: made?.text ?? form.summary, rest: talk.slice(cut) }
    return { messages: messagesOf(smaller(cutForm, room)), notice }
  }

  async function* summary(
    material: { earlier: string | null; messages: readonly TurnMessage[] },
    { language, ...limits }: Omit<SummaryLimits, 'requests'> & { language: Language },
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
    retryAt = clock.now() + RETRY_DELAY_MS
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

const NOTHING_KEPT = { count: 0, digest: createHash('sha256').digest('hex'), text: '' }

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
