import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { EVENT_STREAM_HEAD, KEEP_ALIVE } from '#ground/base/event-stream/write.ts'

/** Stream events on one response. Waits for a slow reader instead of buffering for it. */
export interface CompletionEventStream {
  /** Whether the first byte was sent, after which a failure can only be reported in the stream. */
  readonly isOpen: boolean
  /** Send the head with the first event; nothing is sent before. */
  open(headers: Record<string, string>, first: string): void
  /** @throws the signal's reason when the reader disconnects while we wait for it. */
  send(events: string): Promise<void>
  /** A comment that clients skip; left out while a slow reader has bytes waiting anyway. */
  keepAlive(): void
  /** Send the last events and end the response. */
  end(last: string): void
}

/** Characters that are gathered at most before they leave. */
const PIECE = 32 * 1024

export function eventStream(response: ServerResponse, signal: AbortSignal): CompletionEventStream {
  // Events within one turn of the event loop are sent in one piece.
  let gathered = ''
  let isDue = false
  const flush = () => {
    isDue = false
    if (gathered === '' || response.writableEnded) return
    const piece = gathered
    gathered = ''
    response.write(piece)
  }
  const gather = (text: string) => {
    gathered += text
    if (gathered.length >= PIECE) return flush()
    if (!isDue) process.nextTick(flush)
    isDue = true
  }
  return {
    get isOpen() {
      return response.headersSent
    },
    open(headers, first) {
      response.writeHead(200, { ...headers, ...EVENT_STREAM_HEAD })
      gather(first)
    },
    async send(events) {
      gather(events)
      if (response.writableNeedDrain && !response.closed) await once(response, 'drain', { signal })
    },
    keepAlive() {
      if (!response.writableNeedDrain) gather(KEEP_ALIVE)
    },
    end(last) {
      const rest = gathered + last
      gathered = ''
      response.end(rest)
    },
  }
}
