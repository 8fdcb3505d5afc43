import type { ServerResponse } from 'node:http'
import type { Clock } from '#ground/base/clock.ts'
import { messageView } from '#chatapp/chats/present.ts'
import type { AnswerEvent } from './live-answer.ts'

/** What may still wait for a reader when the next piece comes. Beyond it the reader is dropped; it comes back to a snapshot. */
const LONGEST_BACKLOG_BYTES = 1024 * 1024
const KEEP_ALIVE_MS = 15_000

export interface EventStream {
  send(event: AnswerEvent): void
  /** Say that nothing runs, and end. */
  idle(): void
  /** Resolves when the reader has gone or everything was said. */
  readonly closed: Promise<void>
}

/** Write a turn's events to a reader. Writing never waits: the turn must not hang on its slowest reader. */
export function openEventStream(
  response: ServerResponse,
  options: { answerId: string | null; clock: Clock; onDropped(bufferedBytes: number): void },
): EventStream {
  const { answerId, clock, onDropped } = options
  const gone = new AbortController()
  const closed = new Promise<void>((resolve) => {
    if (response.closed) resolve() // the reader left before we began, and `close` is not told twice
    else response.once('close', resolve)
  })
  void closed.then(() => gone.abort())
  response.on('error', () => {}) // the reader may leave at any time
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-transform',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()

  const write = (text: string) => {
    if (response.destroyed || response.writableEnded) return
    if (response.writableLength <= LONGEST_BACKLOG_BYTES) return void response.write(text)
    onDropped(response.writableLength)
    response.destroy()
  }
  const say = (name: string, data: unknown) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)

  const keepAlive = async () => {
    for (;;) {
      await clock.sleep(KEEP_ALIVE_MS, gone.signal)
      write(': keep-alive\n\n')
    }
  }
  keepAlive().catch(() => {}) // the reader has gone

  return {
    closed,
    send(event) {
      switch (event.event) {
        case 'snapshot':
          return say('snapshot', { message: messageView(event.message) })
        case 'delta':
          return say('delta', { message_id: answerId, content: event.content, reasoning: event.reasoning })
        case 'tool':
          return say('tool', { message_id: answerId, tool: event.tool })
        case 'end':
          say('end', { message: messageView(event.message) })
          response.end()
      }
    },
    idle() {
      say('idle', {})
      response.end()
    },
  }
}
