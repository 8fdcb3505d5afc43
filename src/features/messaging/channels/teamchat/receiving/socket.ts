import { parseLenient } from '#ground/base/json/lenient.ts'
import { WebSocket } from 'ws'
import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'

/** Closing a socket first waits for acknowledgements of deliveries that are being stored. */
export interface Socket extends AsyncDisposable {
  /**
   * Resolves when the provider starts to deliver, with the number of the app's connections, including those of other
   * programs; null if this connection ends before the provider starts.
   */
  readonly hello: Promise<{ connections: number } | null>
  readonly ended: Promise<SocketEnd>
  readonly isOpen: boolean
  abandon(why: 'undelivering'): void
}

export interface SocketEnd {
  why: 'broken' | 'silent' | 'undelivering' | 'refresh' | 'disabled' | 'too_many'
  /** If false, the provider may not have detected that the connection ended, and may still count it. */
  isKnown: boolean
}

export interface Envelope {
  type: string
  id: string
  payload: unknown
}

export interface SocketOptions {
  url: string
  clock: Pick<Clock, 'now' | 'after'>
  /** If the promise rejects, the provider gets no acknowledgement and sends the envelope again. */
  store(envelope: Envelope): Promise<void>
}

const PING_INTERVAL_MS = 10_000
/** A connection that sends nothing for this time after the Hub's ping is broken. */
const PONG_TIMEOUT_MS = 20_000
/** The provider waits this long for an acknowledgement. */
const ACKNOWLEDGE_TIMEOUT_MS = 3000
const CLOSE_TIMEOUT_MS = 1000
const NO_CLOSE_FRAME = 1006
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024

export function openTeamchatSocket({ url, clock, store }: SocketOptions): Socket {
  const web = new WebSocket(url, { maxPayload: MAX_MESSAGE_BYTES, perMessageDeflate: false })
  const hello = Promise.withResolvers<{ connections: number } | null>()
  const over = Promise.withResolvers<SocketEnd>()
  const closed = Promise.withResolvers<void>()
  const storing = new Set<Promise<void>>()
  let unansweredSinceMs: number | null = null
  let cancelWatch = () => {}

  const end = (ending: SocketEnd) => {
    hello.resolve(null)
    over.resolve(ending)
  }
  const watch = () => {
    cancelWatch = clock.after(PING_INTERVAL_MS, () => {
      // After the computer slept, the last received message may be old, so the limit counts from the Hub's ping.
      if (unansweredSinceMs !== null && clock.now() - unansweredSinceMs >= PONG_TIMEOUT_MS) {
        end({ why: 'silent', isKnown: false })
        return web.terminate()
      }
      if (web.readyState === WebSocket.OPEN) {
        unansweredSinceMs ??= clock.now()
        web.ping()
      }
      watch()
    })
  }
  const isAlive = () => void (unansweredSinceMs = null)
  const acknowledge = async (envelope: Envelope) => {
    await store(envelope)
    if (web.readyState === WebSocket.OPEN) web.send(JSON.stringify({ envelope_id: envelope.id }))
  }

  web.on('ping', isAlive)
  web.on('pong', isAlive)
  web.on('message', (data: Buffer) => {
    isAlive()
    const frame = readFrame(data)
    if (frame?.kind === 'hello') hello.resolve({ connections: frame.connections })
    else if (frame?.kind === 'ending') end({ why: frame.why, isKnown: true })
    else if (frame?.kind === 'envelope') {
      const pending = acknowledge(frame.envelope).catch(() => {}) // if storing fails, the provider sends the delivery again
      storing.add(pending)
      void pending.finally(() => storing.delete(pending))
    }
  })
  web.on('error', () => end({ why: 'broken', isKnown: false }))
  web.on('close', (code) => {
    cancelWatch()
    end({ why: 'broken', isKnown: code !== NO_CLOSE_FRAME })
    closed.resolve()
  })
  watch()

  return {
    hello: hello.promise,
    ended: over.promise,
    get isOpen() {
      return web.readyState === WebSocket.OPEN
    },
    abandon: (why) => end({ why, isKnown: true }),
    async [Symbol.asyncDispose]() {
      const waited = Promise.withResolvers<void>()
      const cancelWait = clock.after(ACKNOWLEDGE_TIMEOUT_MS, waited.resolve)
      await Promise.race([Promise.all(storing), waited.promise])
      cancelWait()
      end({ why: 'broken', isKnown: true })
      if (web.readyState === WebSocket.OPEN) web.close(1000)
      else web.terminate()
      const cancelClose = clock.after(CLOSE_TIMEOUT_MS, () => web.terminate())
      await closed.promise
      cancelClose()
    },
  }
}

const Frame = z.looseObject({
  type: z.string(),
  envelope_id: z.string().optional(),
  payload: z.unknown().optional(),
  reason: z.string().optional(),
  num_connections: z.number().optional(),
})

type Read =
  | { kind: 'hello'; connections: number }
  | { kind: 'ending'; why: SocketEnd['why'] }
  | { kind: 'envelope'; envelope: Envelope }

function readFrame(data: Buffer): Read | null {
  const frame = Frame.safeParse(parseLenient(data.toString())).data
  if (!frame) return null
  const { type, envelope_id: id, payload, reason } = frame
  if (type === 'hello') return { kind: 'hello', connections: frame.num_connections ?? 1 }
  if (type === 'disconnect') return { kind: 'ending', why: ENDINGS[reason ?? ''] ?? 'refresh' }
  return id === undefined ? null : { kind: 'envelope', envelope: { type, id, payload } }
}

const ENDINGS: Readonly<Record<string, SocketEnd['why']>> = {
  link_disabled: 'disabled',
  too_many_websockets: 'too_many',
}
