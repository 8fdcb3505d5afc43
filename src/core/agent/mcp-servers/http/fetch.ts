import type { FetchLike } from '@modelcontextprotocol/client'
import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import { INCOMPLETE_RESPONSE_TEXT, McpMessageTooLarge } from '../failure.ts'
import { MAX_MESSAGE_BYTES } from '../limits.ts'
import { endOfEvents, readableBody } from '../messages/read-message.ts'
import { wholeAnswer } from './answer.ts'
import { withScopeChallenge } from './scope-challenge.ts'

export interface McpFetchDeps {
  onChallenge(challenge: string | null): void
  onBroken(): void
  clock: Clock
}

const MAX_RUNNING = 1000

export function createMcpFetch({ onChallenge, onBroken, clock }: McpFetchDeps): FetchLike {
  const running = new BoundedMap<string | number, AbortController>(MAX_RUNNING)

  const answerSignal = (id: string | number, signal: AbortSignal | null | undefined) => {
    const cancelled = new AbortController()
    running.set(id, cancelled)
    return signal ? AbortSignal.any([signal, cancelled.signal]) : cancelled.signal
  }

  return async (url, init) => {
    const sent = sentMessage(init)
    if (sent?.cancels !== undefined) running.get(sent.cancels)?.abort()
    const answered = await fetch(url, init)
    const response = withScopeChallenge(answered)
    if (answered.status === 401 || response !== answered)
      onChallenge(answered.headers.get('www-authenticate'))
    if (!response.ok || !response.body) return response
    const hasEvents = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
    const body = bounded(response.body, hasEvents)
    if (!hasEvents || sent?.id === undefined) return new Response(readableBody(body, hasEvents), response)
    const signal = answerSignal(sent.id, init?.signal)
    const answer = wholeAnswer(body, {
      requestId: sent.id,
      resume: async (lastEventId) => {
        const resumed = await fetch(url, resumption(init, lastEventId, signal))
        return resumed.body ? new Response(bounded(resumed.body, true), resumed) : resumed
      },
      signal,
      clock,
      onBroken,
    })
    return new Response(readableBody(answer, true), response)
  }
}

/** `id`: the request expects one response. `cancels`: id of the request that this notification cancels. */
function sentMessage(
  init: RequestInit | undefined,
): { id?: string | number; cancels?: string | number } | null {
  if (init?.method !== 'POST' || typeof init.body !== 'string') return null
  const { id, method, params } = parseJson(init.body) as {
    id?: string | number
    method?: string
    params?: { requestId?: string | number }
  }
  if (method === 'notifications/cancelled') return { cancels: params?.requestId }
  // Streams of `subscriptions/listen` never end with a response, so they are not resumed.
  return method === undefined || id === undefined || method === 'subscriptions/listen' ? null : { id }
}

function resumption(init: RequestInit | undefined, lastEventId: string, signal: AbortSignal): RequestInit {
  const aboutBody = /^(content-|mcp-method$|mcp-name$|mcp-param-)/
  const headers = new Headers([...new Headers(init?.headers)].filter(([name]) => !aboutBody.test(name)))
  headers.set('accept', 'text/event-stream')
  headers.set('last-event-id', headerText(lastEventId))
  const { body: _, ...rest } = init ?? {}
  return { ...rest, method: 'GET', headers, signal }
}

/** Puts each UTF-8 byte of the text into one character, as header values require. */
const headerText = (text: string): string => Buffer.from(text).toString('latin1')

/** Limits each event separately, since a stream may last for days. */
function bounded(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hasEvents: boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader()
  let size = 0
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) return controller.close()
        const end = hasEvents ? endOfEvents(Buffer.from(value).toString('latin1')) : 0
        size = end === 0 ? size + value.length : value.length - end
        if (size > MAX_MESSAGE_BYTES) throw new McpMessageTooLarge()
        controller.enqueue(value)
      } catch (error) {
        controller.error(
          error instanceof McpMessageTooLarge || hasEvents
            ? error
            : new Error(INCOMPLETE_RESPONSE_TEXT, { cause: error }),
        )
        await reader.cancel(error).catch(() => {})
      }
    },
    cancel: (reason) => reader.cancel(reason),
  })
}
