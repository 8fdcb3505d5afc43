import type { Clock } from '#ground/base/clock.ts'
import { z } from 'zod'
import type { Called, TeamchatClient } from '../client.ts'
import { openTeamchatSocket, type SocketEnd, type Envelope, type Socket } from './socket.ts'

export interface OpenerDeps {
  client: TeamchatClient
  clock: Clock
  first: Called
  store(envelope: Envelope): Promise<void>
}

export interface SocketRefusal {
  problem: string
  isFinal: boolean
  afterMs: number
}

export interface Opener extends AsyncDisposable {
  /**
   * Resolves after the provider's hello. `foreign`: number of connections that other programs have opened with the
   * same app of the provider.
   */
  open(): Promise<{ socket: Socket; foreign: number } | SocketRefusal>
  leave(socket: Socket): Promise<void>
}

const HELLO_TIMEOUT_MS = 15_000
export const TOO_MANY_RETRY_DELAY_MS = 30_000
/** The provider may count a broken connection for this long. */
const BROKEN_COUNTS_MS = 60_000

export function createOpener({ client, clock, first, store }: OpenerDeps): Opener {
  const closing = new AbortController()
  const opened = new Set<Socket>()
  let broken: number[] = []
  let firstCall: Called | null = first

  const leave = async (socket: Socket) => {
    await socket[Symbol.asyncDispose]()
    opened.delete(socket)
    if (!(await socket.ended).isKnown) broken.push(clock.now())
  }

  return {
    leave,
    async open() {
      const called = firstCall ?? (await client.call('apps.connections.open', {}, closing.signal))
      firstCall = null
      if (!called.ok)
        return { problem: called.reason, isFinal: called.why === 'token', afterMs: called.retryAfterMs ?? 0 }
      const url = Opening.safeParse(called.body).data?.url
      if (!url) return lost('the provider gave no address to connect to')
      if (closing.signal.aborted) return lost('closed')
      const socket = openTeamchatSocket({ url, clock, store })
      opened.add(socket)
      const cancelTimeout = clock.after(HELLO_TIMEOUT_MS, () => void leave(socket))
      const hello = await socket.hello
      cancelTimeout()
      if (!hello) {
        await leave(socket)
        return REFUSALS[(await socket.ended).why]
      }
      broken = broken.filter((at) => at > clock.now() - BROKEN_COUNTS_MS)
      return { socket, foreign: Math.max(0, hello.connections - opened.size - broken.length) }
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await Promise.all(Array.from(opened, leave))
    },
  }
}

const Opening = z.looseObject({ url: z.url({ protocol: /^wss?$/ }) })

const lost = (problem: string): SocketRefusal => ({ problem, isFinal: false, afterMs: 0 })

export const DISABLED: SocketRefusal = {
  problem: 'the app’s socket connections are off; switch them on in its settings, then start again',
  isFinal: true,
  afterMs: 0,
}

const REFUSALS: Readonly<Record<SocketEnd['why'], SocketRefusal>> = {
  broken: lost('the connection breaks before the provider says hello'),
  silent: lost('the provider doesn’t answer'),
  undelivering: lost('the connection delivers nothing'),
  refresh: lost('the provider ends the connection at once'),
  too_many: {
    problem: 'the app has as many connections as it may; stop other programs that use its token',
    isFinal: false,
    afterMs: TOO_MANY_RETRY_DELAY_MS,
  },
  disabled: DISABLED,
}
