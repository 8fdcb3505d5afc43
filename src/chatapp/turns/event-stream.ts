import type { ServerResponse } from 'node:http'
import type { Clock } from '#ground/base/clock.ts'
import { EVENT_STREAM_HEAD, streamEventText, KEEP_ALIVE } from '#ground/base/event-stream/write.ts'

/** A reader with a larger backlog is disconnected; it reconnects and gets a snapshot. */
const MAX_BACKLOG_BYTES = 1024 * 1024
const KEEP_ALIVE_MS = 15_000

export interface AnswerEventStream<Event> {
  send(event: Event): void
  readonly closed: Promise<void>
}

/** Never waits, so that a slow reader does not delay a turn. */
export function openEventStream<Event extends { type: string }>(
  response: ServerResponse,
  options: { clock: Clock; isLast(event: Event): boolean; onDropped(bufferedBytes: number): void },
): AnswerEventStream<Event> {
  const { clock, isLast, onDropped } = options
  const disconnected = new AbortController()
  const closed = new Promise<void>((resolve) => {
    if (response.closed) resolve() // the reader disconnected earlier, so `close` will not be emitted
    else response.once('close', resolve)
  })
  void closed.then(() => disconnected.abort())
  response.on('error', () => {}) // the reader may disconnect at any time
  response.writeHead(200, EVENT_STREAM_HEAD)
  response.flushHeaders()

  const write = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    if (response.writableLength <= MAX_BACKLOG_BYTES) return void response.write(text)
    onDropped(response.writableLength)
    response.destroy()
  }

  const keepAlive = async () => {
    for (;;) {
      await clock.sleep(KEEP_ALIVE_MS, disconnected.signal)
      write(KEEP_ALIVE)
    }
  }
  keepAlive().catch(() => {}) // ignored: the reader disconnected

  return {
    closed,
    send(event) {
      const { type, ...data } = event
      write(streamEventText(data, type))
      if (isLast(event)) response.end()
    },
  }
}
