import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Server-sent events on one response. Waits for a slow reader instead of buffering for it. */
export interface EventStream {
  /** Whether the first byte is out, after which a failure can only be told in the stream. */
  readonly isOpen: boolean
  /** Send the head with the first event; nothing is sent before. */
  open(headers: Record<string, string>, first: object): void
  /** @throws the signal's reason when the reader goes away while we wait for it. */
  send(data: object): Promise<void>
  /** A comment that clients skip; left out while a slow reader has bytes waiting anyway. */
  keepAlive(): void
  /** Send what is left and end: with `[DONE]`, or without it when the answer broke off. */
  end(last: readonly object[], how: 'done' | 'broken'): void
}

const HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
}

/** Characters that are gathered at most before they leave. */
const PIECE = 32 * 1024

export function eventStream(response: ServerResponse, signal: AbortSignal): EventStream {
  // What happens within one turn of the event loop leaves in one piece.
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
      response.writeHead(200, { ...headers, ...HEAD })
      gather(eventText(first))
    },
    async send(data) {
      gather(eventText(data))
      if (response.writableNeedDrain && !response.closed) await once(response, 'drain', { signal })
    },
    keepAlive() {
      if (!response.writableNeedDrain) gather(': keep-alive\n\n')
    },
    end(last, how) {
      const rest = gathered + last.map(eventText).join('') + (how === 'done' ? 'data: [DONE]\n\n' : '')
      gathered = ''
      response.end(rest)
    },
  }
}

const eventText = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
