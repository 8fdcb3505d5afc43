import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { isEventStream, sendEventStream } from '#ground/base/event-stream/send.ts'
import { EVENT_STREAM_HEAD, KEEP_ALIVE, streamEventText } from '#ground/base/event-stream/write.ts'
import { unmarkedBody } from '#ground/base/json/changed-body.ts'
import { unmarkedJson } from '#ground/base/json/marks.ts'
import type { AcceptedTypes } from './accept.ts'
import { sendJson } from './refuse.ts'

export type McpResponse = object | Response

export interface McpDelivery {
  reply: FastifyReply
  accepted: AcceptedTypes
  mayKeepAlive: boolean
  hasMarks: boolean
  signal: AbortSignal
  /** Null if nothing is to be sent. */
  onEnded(): object | null
  onFailed(error: unknown): object
  clock: Pick<Clock, 'after'>
}

/** Proxies often close a connection after 30 or 60 seconds without bytes. */
const KEEP_ALIVE_MS = 15_000

/**
 * A slow call becomes an event stream, whose comments keep the connection open.
 * @returns False if the signal aborted before anything was sent. Does not return the reply, because awaiting a reply
 * waits for the end of the response and gives undefined.
 */
export async function deliver(answer: Promise<McpResponse>, delivery: McpDelivery): Promise<boolean> {
  const { reply, accepted, mayKeepAlive, signal } = delivery
  answer.catch(() => {}) // nothing awaits the response after the signal aborts
  const isSlowable = mayKeepAlive && accepted.eventStream
  const first = await nextOf(answer, delivery, isSlowable ? KEEP_ALIVE_MS : null)
  if (signal.aborted || first === 'ended') return false
  if (first === 'slow') sendEvents(reply, keptAlive(answer, delivery))
  else if (accepted.json || !isWholeJson(first)) sendWhole(first, delivery)
  else sendEvents(reply, eventsOf(first, delivery.hasMarks))
  return true
}

/** Responses with an HTTP error status stay JSON. */
const isWholeJson = (answer: McpResponse): boolean =>
  !(answer instanceof Response) ||
  (answer.status === 200 && !isEventStream(answer.headers.get('content-type')))

function sendWhole(answer: McpResponse, { reply, hasMarks }: McpDelivery): FastifyReply {
  if (!(answer instanceof Response)) return sendJson(reply, answer)
  if (!answer.headers.has('cache-control')) answer.headers.set('cache-control', 'no-store')
  void reply.header('vary', 'authorization')
  const body = answer.body && hasMarks ? unmarkedBody(answer.body) : answer.body
  if (body === null || !isEventStream(answer.headers.get('content-type')))
    return reply.send(hasMarks ? new Response(body, answer) : answer)
  void reply.code(answer.status).headers(Object.fromEntries(answer.headers))
  return sendEventStream(reply, Readable.from(body, { objectMode: false }))
}

const sendEvents = (reply: FastifyReply, events: AsyncIterable<string | Uint8Array>): FastifyReply =>
  sendEventStream(
    reply.headers({ ...EVENT_STREAM_HEAD, vary: 'authorization' }),
    Readable.from(events, { objectMode: false }),
  )

async function* eventsOf(answer: McpResponse, hasMarks: boolean): AsyncGenerator<string | Uint8Array> {
  if (!(answer instanceof Response)) return yield unmarkedJson(streamEventText(answer, 'message'))
  if (isEventStream(answer.headers.get('content-type'))) {
    const body = answer.body && hasMarks ? unmarkedBody(answer.body) : answer.body
    return yield* body ?? []
  }
  const text = await answer.text()
  return yield `event: message\ndata: ${hasMarks ? unmarkedJson(text) : text}\n\n`
}

async function* keptAlive(
  answer: Promise<McpResponse>,
  delivery: McpDelivery,
): AsyncGenerator<string | Uint8Array> {
  yield KEEP_ALIVE
  for (;;) {
    const next = await nextOf(answer, delivery, KEEP_ALIVE_MS).catch(delivery.onFailed)
    if (next === 'slow') {
      yield KEEP_ALIVE
      continue
    }
    const last = next === 'ended' ? delivery.onEnded() : next
    if (last !== null) yield* eventsOf(last, delivery.hasMarks)
    return
  }
}

async function nextOf(
  answer: Promise<McpResponse>,
  { signal, clock }: McpDelivery,
  afterMs: number | null,
): Promise<McpResponse | 'ended' | 'slow'> {
  if (signal.aborted) return 'ended'
  const { promise, resolve } = Promise.withResolvers<'ended' | 'slow'>()
  const end = () => resolve('ended')
  signal.addEventListener('abort', end, { once: true })
  const cancel = afterMs === null ? () => {} : clock.after(afterMs, () => resolve('slow'))
  try {
    return await Promise.race([answer, promise])
  } finally {
    signal.removeEventListener('abort', end)
    cancel()
  }
}
