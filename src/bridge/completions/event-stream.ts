import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/** Server-sent events on one response. Waits for a slow reader instead of buffering for it. */
export interface EventStream {
  /** Whether the first byte is out, after which a failure can only be told in the stream. */
  readonly isOpen: boolean
  /** Send the head with the first event; nothing is sent before. */
  open(first: object): void
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

export function eventStream(
  response: ServerResponse,
  headers: Record<string, string>,
  signal: AbortSignal,
): EventStream {
  const write = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  return {
    get isOpen() {
      return response.headersSent
    },
    open(first) {
      response.writeHead(200, { ...headers, ...HEAD })
      write(first)
    },
    async send(data) {
      if (!write(data) && !response.closed) await once(response, 'drain', { signal })
    },
    keepAlive() {
      if (!response.writableNeedDrain) response.write(': keep-alive\n\n')
    },
    end(last, how) {
      for (const data of last) write(data)
      response.end(how === 'done' ? 'data: [DONE]\n\n' : undefined)
    },
  }
}
