import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import type { Server } from '../variables.ts'

const HELLO_TIMEOUT_MS = 30_000
const PING_INTERVAL_MS = 30_000

export interface ServerEvent {
  event: string
  data: Readonly<Record<string, unknown>>
  broadcast: { channel_id?: string | undefined }
}

export interface EventSocket extends Disposable {
  readonly ended: Promise<string>
}

/** Resolves after the server's hello. `onEvent` then gets all events in order, without gaps, until `ended` resolves. */
export async function openMattermostSocket(
  server: Server,
  clock: Pick<Clock, 'after'>,
  onEvent: (event: ServerEvent) => void,
  signal: AbortSignal,
): Promise<EventSocket> {
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/api/v4/websocket`)
  const hello = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  let sequence = 0
  let expected: number | null = null
  let hasReceived = true
  let stopPinging = () => {}

  const end = (why: string) => {
    stopPinging()
    signal.removeEventListener('abort', leave)
    ended.resolve(why)
    hello.reject(new Error(why))
    socket.close()
  }
  const leave = () => end('closed by the Hub')
  const send = (action: string, data: object) =>
    socket.send(JSON.stringify({ seq: ++sequence, action, data }))
  const ping = () => {
    if (!hasReceived) return end('Mattermost does not answer on its websocket')
    hasReceived = false
    send('ping', {})
    stopPinging = clock.after(PING_INTERVAL_MS, ping)
  }
  const handleFrame = (frame: Frame) => {
    if ('seq_reply' in frame) {
      if (frame.status !== 'OK' && expected === null)
        end('Mattermost refuses MATTERMOST_BOT_TOKEN on its websocket')
      return
    }
    if (frame.event === 'hello') {
      expected = frame.seq
      stopPinging()
      ping()
      hello.resolve()
    }
    // The server drops events for a slow connection. The history still contains the posts.
    if (expected === null || frame.seq !== expected) return end('Mattermost left out events on its websocket')
    expected++
    onEvent(frame)
  }

  signal.addEventListener('abort', leave)
  stopPinging = clock.after(HELLO_TIMEOUT_MS, () => end('Mattermost did not say hello on its websocket'))
  socket.addEventListener('open', () => send('authentication_challenge', { token: server.token }))
  socket.addEventListener('message', ({ data }) => {
    hasReceived = true
    const frame = parseFrame(data)
    if (frame) handleFrame(frame)
    else end('what answers on the websocket is not Mattermost')
  })
  socket.addEventListener('error', () =>
    end(expected === null ? CONNECT_FAILED : "Mattermost's websocket broke"),
  )
  socket.addEventListener('close', ({ code }) => end(`Mattermost closed the websocket (${code})`))

  await hello.promise
  return { ended: ended.promise, [Symbol.dispose]: leave }
}

const CONNECT_FAILED =
  "Mattermost's websocket can't be opened: a proxy before it may have to let websockets pass"

const Frame = z.union([
  z.object({ seq_reply: z.number(), status: z.string() }),
  z.object({
    event: z.string(),
    seq: z.number(),
    data: z
      .record(z.string(), z.unknown())
      .nullable()
      .transform((data) => data ?? {}),
    broadcast: z
      .object({ channel_id: z.string().optional() })
      .nullish()
      .transform((broadcast) => broadcast ?? {}),
  }),
])
type Frame = z.infer<typeof Frame>

const parseFrame = (data: unknown): Frame | null => {
  try {
    return Frame.parse(JSON.parse(String(data)))
  } catch {
    return null
  }
}
