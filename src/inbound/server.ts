import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createHttpServer } from '#base/http-server.ts'
import { onlyByOwnName } from '#base/network/misdirected.ts'
import type { OwnAddress } from '#base/network/own-address.ts'
import { answer, answerEarly } from './answer.ts'
import type { InboundEvents } from './events.ts'
import type { Surface } from './surface.ts'

export interface InboundDeps {
  hubSlug: string
  surfaces: readonly Surface[]
  /** The names that requests may be sent to. */
  own: Pick<OwnAddress, 'isNamedBy'>
  events: Pick<InboundEvents, 'requestFailed'>
}

/** Where the supervisor asks whether the receiver works. Not reachable through the edge. */
export const HEALTH_PATH = '/healthz'

/** The receiver of what other services send, on a server that does not listen yet. */
export function createInbound({ hubSlug, surfaces, own, events }: InboundDeps): Server {
  const byPath = new Map(surfaces.map((surface) => [`/webhooks/${hubSlug}/${surface.name}`, surface]))
  const receive: RequestListener = (request, response) => {
    const [path, query] = split(request.url ?? '/')
    if (path === HEALTH_PATH) return answer(response, 200, 'ok')
    const surface = byPath.get(decoded(path))
    if (!surface) return answerEarly(request, response, 404, 'not found')
    if (!surface.methods.includes(request.method ?? ''))
      return answerEarly(request, response, 405, 'method not allowed', { Allow: surface.methods.join(', ') })
    surface.handle(request, response, new URLSearchParams(query)).catch((error: unknown) => {
      events.requestFailed({ surface: surface.name, error })
      fail(request, response)
    })
    return undefined
  }
  return createHttpServer(onlyByOwnName(own, receive))
}

const split = (target: string): [path: string, query: string] => {
  const mark = target.indexOf('?')
  return mark === -1 ? [target, ''] : [target.slice(0, mark), target.slice(mark + 1)]
}

/** A slug may hold letters that travel percent-encoded. */
const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

const fail = (request: IncomingMessage, response: ServerResponse) => {
  if (response.headersSent) request.socket.destroy()
  else answer(response, 500, 'internal error')
}
