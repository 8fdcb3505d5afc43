import { backoffMs, type Backoff } from '#ground/base/backoff.ts'
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '#ground/base/clock.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { BROKEN_OFF, BROKE_OFF, McpMessageTooLarge } from '../failure.ts'
import { endOfEvents, eventsIn, splitEventLines } from '../messages/read-message.ts'

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

export interface HttpAnswerDeps {
  /** Id of the answered request. */
  requestId: string | number
  /** Opens the rest of the stream, behind the event of this id. */
  resume(lastEventId: string): Promise<Response>
  /** The call is cancelled, or the connection closed. */
  signal: AbortSignal
  clock: Clock
  /** The stream ended without an answer, and its rest can't be had. */
  onBroken(): void
}

/** Tries in a row to open the rest of a stream. */
const MAX_TRIES = 5
const MAX_RETRY_MS = 60_000

/** Statuses after which the server cannot have the rest of the stream later either. */
const isFinal = (status: number): boolean => status < 500 && status !== 429

/**
 * A stream of events that ends with the answer to a request. The client library waits for ever when a stream ends without one.
 *
 * 1. Whole events are handed on. An event that breaks off is dropped, because the server sends it again.
 * 2. A stream that ends before the answer is resumed behind the last event that had an id (`Last-Event-ID`), after the wait
 *    that the server named with `retry`, at most `MAX_TRIES` times in a row.
 * 3. Without an id, and after the last try, the request gets an error as its answer.
 */
export function wholeAnswer(first: Body, deps: HttpAnswerDeps): Body {
  const events = answerEvents(first, deps)
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await events.next()
        if (done) controller.close()
        else controller.enqueue(Buffer.from(value))
      } catch (error) {
        controller.error(error)
      }
    },
    cancel: async () => void (await events.return(undefined)),
  })
}

interface Progress {
  lastEventId: string
  retryMs: number | null
  isAnswered: boolean
  /** Events since the stream was opened. */
  events: number
}

const RECONNECTS: Backoff = { firstMs: 1000, maxMs: 60_000 }

async function* answerEvents(first: Body, deps: HttpAnswerDeps): AsyncGenerator<string, void> {
  const progress: Progress = { lastEventId: '', retryMs: null, isAnswered: false, events: 0 }
  let body: Body | null = first
  let failures = 0
  for (;;) {
    if (body) {
      progress.events = 0
      const how = yield* wholeEvents(body, deps.requestId, progress)
      if (progress.isAnswered) return
      deps.signal.throwIfAborted()
      if (how instanceof McpMessageTooLarge) return yield errorEvent(deps.requestId, how.message)
      // A server may end each stream early on purpose and expect its client to reconnect.
      if (progress.events > 0 || how === null) failures = 0
    }
    if (progress.lastEventId === '' || ++failures > MAX_TRIES) break
    await deps.clock.sleep(
      Math.min(progress.retryMs ?? backoffMs(failures, RECONNECTS), MAX_RETRY_MS),
      deps.signal,
    )
    const opened = await deps.resume(progress.lastEventId).catch(() => null)
    deps.signal.throwIfAborted()
    body = opened && bodyOf(opened)
    if (opened && !body) {
      await opened.body?.cancel()
      if (isFinal(opened.status)) break
    }
  }
  deps.onBroken()
  yield errorEvent(deps.requestId, BROKE_OFF)
}

const bodyOf = ({ ok, body, headers }: Response): Body | null =>
  ok && headers.get('content-type')?.startsWith('text/event-stream') ? (body as Body) : null

/** Characters before a piece that may belong to an empty line. */
const SEAM_CHARS = 3

/** @returns Why the stream broke; null when the server ended it. */
async function* wholeEvents(
  body: Body,
  requestId: string | number,
  progress: Progress,
): AsyncGenerator<string, Error | null> {
  const decoder = new StringDecoder('utf8')
  const reader = body.getReader()
  let parts: string[] = []
  let tail = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      // Some servers leave out the empty line behind their last event.
      const piece = done ? `${decoder.end()}\n\n` : decoder.write(value)
      parts.push(piece)
      const seam = tail + piece
      tail = seam.slice(-SEAM_CHARS)
      if (endOfEvents(seam) === 0) continue // a long event is joined once, not with each of its pieces
      const text = parts.join('')
      const end = endOfEvents(text)
      const whole = text.slice(0, end)
      parts = [text.slice(end)]
      if (whole.trim() !== '') {
        for (const event of eventsIn(whole)) noteEvent(event, requestId, progress)
        yield whole
      }
      if (done) return null
    }
  } catch (error) {
    return error as Error
  } finally {
    await reader.cancel().catch(() => {}) // it may be the failed link
  }
}

function noteEvent(event: string, requestId: string | number, progress: Progress): void {
  const data: string[] = []
  for (const line of splitEventLines(event)) {
    const [, field, value = ''] = /^(id|retry|data)(?:: ?(.*))?$/.exec(line) ?? []
    if (field === 'id' && !value.includes('\0')) progress.lastEventId = value
    else if (field === 'retry' && /^\d+$/.test(value)) progress.retryMs = Number(value)
    else if (field === 'data') data.push(value)
  }
  if (data.length === 0) return
  progress.events++
  progress.isAnswered ||= isAnswer(data.join('\n'), requestId)
}

function isAnswer(json: string, requestId: string | number): boolean {
  try {
    const messages = [parseJson(json)].flat() as (Record<string, unknown> | null)[]
    return messages.some(
      (message) => message?.id === requestId && ('result' in message || 'error' in message),
    )
  } catch {
    return false
  }
}

const errorEvent = (id: string | number, message: string): string => {
  const error = { code: -32_603, message, data: BROKEN_OFF }
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`
}
