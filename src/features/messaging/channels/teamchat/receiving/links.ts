import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { Called, Client } from '../client.ts'
import { openSocket, type Ending, type Envelope, type Socket } from './socket.ts'
import type { Status } from './status.ts'

export interface LinksDeps {
  /** With the token that opens connections. */
  client: Client
  clock: Clock
  status: Status
  /** The first answer to the call that opens a connection, which the start has already asked for. */
  first: Called
  take(envelope: Envelope): Promise<void>
  onConnected(): void
}

/** Keeps one connection open: the next one is there before the last one is left. */
export interface Links extends AsyncDisposable {
  deliversSince(): number | null
  /** Connect anew, as nothing comes over the connection. */
  deaf(): void
}

const HELLO_MS = 15_000
/** A connection that ends sooner is counted as a failure. */
const LASTING_MS = 60_000
const LONGEST_PAUSE_MS = 60_000
const TOO_MANY_MS = 30_000
/** For so long, the provider may count a connection that broke. */
const LINGERING_MS = 60_000

interface Link {
  socket: Socket
  since: number
}

type Opened = { link: Link } | { problem: string; isFinal: boolean; afterMs: number }

export function startLinks({ client, clock, status, first, take, onConnected }: LinksDeps): Links {
  const closing = new AbortController()
  const open = new Set<Socket>()
  let broken: number[] = []
  let link: Link | null = null
  let failures = 0
  let asked: Called | null = first

  const leave = async (socket: Socket) => {
    await socket[Symbol.asyncDispose]()
    open.delete(socket)
  }
  const pause = async (ms: number) => {
    if (ms > 0) await clock.sleep(ms, closing.signal).catch(() => {}) // closed
  }

  const openNext = async (): Promise<Opened> => {
    const called = asked ?? (await client.call('apps.connections.open', {}, closing.signal))
    asked = null
    if (!called.ok)
      return { problem: called.reason, isFinal: called.why === 'token', afterMs: called.retryAfterMs ?? 0 }
    const url = Opening.safeParse(called.body).data?.url
    if (!url) return { problem: 'the provider gave no address to connect to', isFinal: false, afterMs: 0 }
    const socket = openSocket({ url, clock, take })
    open.add(socket)
    const late = clock.after(HELLO_MS, () => void leave(socket))
    const abort = () => void leave(socket)
    closing.signal.addEventListener('abort', abort, { once: true })
    const hello = await socket.hello
    closing.signal.removeEventListener('abort', abort)
    late()
    if (!hello) {
      const { why } = await socket.over
      await leave(socket)
      return { ...REFUSALS[why], ...(why === 'too_many' ? { afterMs: TOO_MANY_MS } : {}) }
    }
    broken = broken.filter((at) => at > clock.now() - LINGERING_MS)
    status.set({ foreign: Math.max(0, hello.connections - open.size - broken.length) })
    return { link: { socket, since: clock.now() } }
  }

  /** @returns whether to go on. */
  const connectNext = async (): Promise<boolean> => {
    const opened = await openNext()
    if (closing.signal.aborted) return false
    if ('problem' in opened) {
      failures++
      status.problem('connection', opened.problem)
      if (opened.isFinal) return false
      if (!link?.socket.isOpen) status.set({ state: 'connecting' })
      await pause(Math.max(opened.afterMs, pauseAfter(failures)))
      return true
    }
    const last = link
    link = opened.link
    if (last) await leave(last.socket)
    status.problem('connection', null)
    status.set({ state: 'connected' })
    onConnected()
    return isWorthReplacing(await link.socket.over)
  }

  /** @returns whether to go on. */
  const isWorthReplacing = async ({ why, isKnown }: Ending): Promise<boolean> => {
    if (!link || closing.signal.aborted) return false
    if (why === 'disabled') {
      status.problem('connection', REFUSALS.disabled.problem)
      return false
    }
    if (!isKnown) broken.push(clock.now())
    failures = clock.now() - link.since >= LASTING_MS ? 0 : failures + 1
    const isLost = why === 'broken' || why === 'silent'
    if (isLost) {
      await leave(link.socket)
      link = null
    }
    status.set({ state: why === 'deaf' ? 'deaf' : isLost ? 'connecting' : 'connected' })
    await pause(Math.max(why === 'too_many' ? TOO_MANY_MS : 0, pauseAfter(failures)))
    return true
  }

  const run = async () => {
    while (!closing.signal.aborted && (await connectNext()));
    if (!closing.signal.aborted) status.set({ state: 'stopped' })
    link = null
    await Promise.all(Array.from(open, leave))
  }
  const running = run()

  return {
    deliversSince: () => (link?.socket.isOpen ? link.since : null),
    deaf: () => link?.socket.abandon('deaf'),
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all(Array.from(open, leave))
      await running
    },
  }
}

const Opening = z.looseObject({ url: z.url({ protocol: /^wss?$/ }) })

/** The first time at once, then after pauses that double. */
const pauseAfter = (failures: number): number =>
  failures <= 1 ? 0 : Math.min(1000 * 2 ** (failures - 2), LONGEST_PAUSE_MS)

const lost = (problem: string) => ({ problem, isFinal: false, afterMs: 0 })

const REFUSALS: Readonly<Record<Ending['why'], { problem: string; isFinal: boolean; afterMs: number }>> = {
  broken: lost('the connection breaks before the provider says hello'),
  silent: lost('the provider doesn’t answer'),
  deaf: lost('the connection delivers nothing'),
  refresh: lost('the provider ends the connection at once'),
  too_many: lost('the app has as many connections as it may; stop other programs that use its token'),
  disabled: {
    problem: 'the app’s socket connections are off; switch them on in its settings, then start again',
    isFinal: true,
    afterMs: 0,
  },
}
