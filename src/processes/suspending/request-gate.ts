import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import {
  closeGracefully,
  createHttpServer,
  listen,
  type ListenForRequests,
} from '#ground/base/http-server.ts'
import type { Suspension } from '../role.ts'

export interface RequestGateDeps {
  clock: Pick<Clock, 'now'>
  /** True if the request does not count as activity, so that the server may be suspended. */
  isIdle(request: IncomingMessage): boolean
  resume(): Promise<void>
}

/** The port of a suspended server stays open, and requests wait until the server runs. */
export interface RequestGate extends AsyncDisposable {
  receive: ListenForRequests
  /** Start of the current idle time; null during a request. */
  idleSince(): EpochMs | null
  suspend(handlerWhileSuspended: Suspension['handlerWhileSuspended']): void
  close(): void
}

/** Time for open responses to end when the port closes. */
const GRACE_MS = 1000

export function createRequestGate({ clock, isIdle, resume }: RequestGateDeps): RequestGate {
  let inside: Server | null = null
  let handlerWhileSuspended: Suspension['handlerWhileSuspended'] = () => null
  let isShut = false
  let answering = 0
  let lastAt = clock.now()
  let url: string | null = null

  const count = (response: ServerResponse) => {
    answering++
    response.once('close', () => {
      answering--
      lastAt = clock.now()
    })
  }
  const pass: RequestListener = (request, response) => {
    if (inside) inside.emit('request', request, response)
    else refuse(request, response)
  }
  const server = createHttpServer((request, response) => {
    const handler = inside === null ? handlerWhileSuspended(request) : null
    if (handler) return handler(request, response)
    if (!isIdle(request)) count(response)
    if (inside) return pass(request, response)
    return void resume().then(
      () => pass(request, response),
      () => refuse(request, response),
    )
  })

  return {
    async receive(to, address) {
      url ??= await listen(server, address)
      inside = to
      lastAt = clock.now()
      return {
        url,
        async end(graceMs) {
          if (isShut) await closeGracefully(server, graceMs)
          inside = null
        },
      }
    },
    idleSince: () => (answering > 0 ? null : lastAt),
    suspend(handler) {
      handlerWhileSuspended = handler
      inside = null
    },
    close: () => void (isShut = true),
    [Symbol.asyncDispose]: () => closeGracefully(server, GRACE_MS),
  }
}

function refuse(request: IncomingMessage, response: ServerResponse): void {
  request.resume()
  response.writeHead(503, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'retry-after': '5',
  })
  response.end(JSON.stringify({ detail: REFUSED.message, error: REFUSED }))
}

const REFUSED = {
  type: 'service_unavailable',
  code: 'hub_not_started',
  message:
    'This Hub was suspended and could not be resumed; see its log for the reason. Try again in a moment.',
  param: null,
} as const
