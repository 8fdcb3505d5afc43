import { backoffMs, type Backoff } from '#ground/base/backoff.ts'
import { StringDecoder } from 'node:string_decoder'
import type { Clock } from '#ground/base/clock.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { INCOMPLETE_RESPONSE_MARK, INCOMPLETE_RESPONSE_TEXT, McpMessageTooLarge } from '../failure.ts'
import { endOfEvents, eventsIn, splitEventLines } from '../messages/read-message.ts'

type Body = ReadableStream<Uint8Array<ArrayBuffer>>

export interface HttpAnswerDeps {
  requestId: string | number
  resume(lastEventId: string): Promise<Response>
  signal: AbortSignal
  clock: Clock
  onBroken(): void
}

const MAX_TRIES = 5
const MAX_RETRY_MS = 60_000

const isFinal = (status: number): boolean => status < 500 && status !== 429

/**
 * An event stream that always ends with the response to a request. Without a response, the client library would wait
 * forever.
 * 1. Complete events are passed on. An incomplete event is dropped, because the server sends it again.
 * 2. A stream that ends before the response is resumed after its last event id (`Last-Event-ID`). The server sets the
 *    delay with `retry`. After `MAX_TRIES` consecutive failures the client gives up.
 * 3. If the stream has no event id or cannot be resumed, an error event becomes the response.
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
      // A stream that ends without an error is not a failure: the server may end it so that the client reconnects.
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
  yield errorEvent(deps.requestId, INCOMPLETE_RESPONSE_TEXT)
}

const bodyOf = ({ ok, body, headers }: Response): Body | null =>
  ok && headers.get('content-type')?.startsWith('text/event-stream') ? (body as Body) : null

/** Length of the longest empty-line separator, `\r\n\r\n`, less one character. A chunk may end inside a separator. */
const SEAM_CHARS = 3

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
      // Some servers omit the empty line after their last event.
      const piece = done ? `${decoder.end()}\n\n` : decoder.write(value)
      parts.push(piece)
      const seam = tail + piece
      tail = seam.slice(-SEAM_CHARS)
      if (endOfEvents(seam) === 0) continue
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
    await reader.cancel().catch(() => {})
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
  const error = { code: -32_603, message, data: INCOMPLETE_RESPONSE_MARK }
  return `data: ${JSON.stringify({ jsonrpc: '2.0', id, error })}\n\n`
}
