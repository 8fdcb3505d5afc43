import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { EVENT_STREAM_HEAD, KEEP_ALIVE } from '#ground/base/event-stream/write.ts'

export interface CompletionEventStream {
  /** True once the first byte was sent; a later failure can only be reported in the stream. */
  readonly isOpen: boolean
  open(headers: Record<string, string>, first: string): void
  /** Waits while the reader is slow. @throws if the reader disconnects during this wait. */
  send(events: string): Promise<void>
  /** Sends an SSE comment, which clients ignore. Skipped while bytes wait for a slow reader. */
  keepAlive(): void
  end(last: string): void
}

/** Events are gathered up to this number of characters before a write. */
const PIECE = 32 * 1024

export function eventStream(response: ServerResponse, signal: AbortSignal): CompletionEventStream {
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
