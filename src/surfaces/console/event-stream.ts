import { once } from 'node:events'
import type { FastifyReply } from 'fastify'
import type { EventStream } from '#ground/api/event-stream.ts'
import type { Clock } from '#ground/base/clock.ts'
import { EVENT_STREAM_HEAD, streamEventText, KEEP_ALIVE } from '#ground/base/event-stream/write.ts'
import { listenForNotifications } from '#ground/bus/interruptible-waits.ts'
import { RelayedStream } from './relay/stream.ts'

/** Maximum interval between access checks of a stream's reader. */
const CHECK_MS = 5_000

export interface OpenStreams {
  send(reply: FastifyReply, stream: EventStream | RelayedStream, reader: StreamReader): FastifyReply
  /** Ends all streams, present and future, because a closing server waits for its responses. */
  end(): void
}

export interface StreamReader {
  mayStay(): Promise<boolean>
  onNotification(listener: () => void): Disposable
}

export function createOpenStreams({
  clock,
  onFailure,
}: {
  clock: Pick<Clock, 'sleep'>
  onFailure(facts: { requestId: string; route: string; error: unknown }): void
}): OpenStreams {
  const closing = new AbortController()
  return {
    send(reply, stream, reader) {
      const { raw, request } = reply
      const disconnected = new AbortController()
      const signal = AbortSignal.any([disconnected.signal, closing.signal])
      const close = () => disconnected.abort()
      if (raw.destroyed || raw.closed) close()
      raw.once('close', close)
      raw.on('error', () => {}) // the reader may disconnect at any time
      void reply.hijack()
      raw.writeHead(200, { ...STREAM_HEADERS, 'x-request-id': request.id })
      raw.flushHeaders()
      const facts = { requestId: request.id, route: `${request.method} ${request.routeOptions.url}` }
      void Promise.race([
        write(reply, stream, signal),
        // Sends no keep-alives into a relayed stream, because a keep-alive could split an event.
        stay({
          ...reader,
          clock,
          signal,
          onStay: () => void (stream instanceof RelayedStream || raw.write(KEEP_ALIVE)),
        }),
        new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
      ])
        .catch((error: unknown) => {
          if (!signal.aborted) onFailure({ ...facts, error })
        })
        .finally(() => {
          close()
          raw.end()
        })
      return reply
    },
    end: () => closing.abort(),
  }
}

const STREAM_HEADERS = {
  ...EVENT_STREAM_HEAD,
  'cache-control': 'no-store, no-transform',
  'x-content-type-options': 'nosniff',
} as const

async function write(
  { raw }: FastifyReply,
  stream: EventStream | RelayedStream,
  signal: AbortSignal,
): Promise<void> {
  for await (const piece of stream.follow(signal)) {
    if (signal.aborted) return
    const text = piece instanceof Uint8Array ? piece : streamEventText(piece.data, piece.event)
    if (!raw.write(text)) await drained(raw, signal)
  }
}

const drained = async (raw: FastifyReply['raw'], signal: AbortSignal): Promise<void> => {
  await once(raw, 'drain', { signal }).catch(() => {})
}

async function stay({ clock, mayStay, onNotification, signal, onStay }: StayOptions): Promise<void> {
  using notifications = listenForNotifications(clock, (wake) => [onNotification(wake)])
  for (;;) {
    await notifications.next(CHECK_MS, signal)
    signal.throwIfAborted()
    if (!(await mayStay())) return
    onStay()
  }
}

interface StayOptions extends StreamReader {
  clock: Pick<Clock, 'sleep'>
  signal: AbortSignal
  onStay(): void
}
