import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { createHttpServer } from '#ground/base/http-server.ts'
import { onlyByOwnName } from '#ground/base/network/misdirected.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { sendInboundAnswer, answerEarly } from './answer.ts'
import type { InboundEvents } from './log-events.ts'
import { TEST_ENDING } from '#ground/hub/endpoint-path.ts'
import type { InboundSurface } from './surface.ts'

export interface InboundDeps {
  hubSlug: string
  /** Handler of `/webhooks/<hub>/<name>`; null: not found. */
  surfaceOf(name: string): InboundSurface | null
  own: Pick<OwnAddress, 'isNamedBy'>
  events: Pick<InboundEvents, 'requestFailed'>
}

export const HEALTH_PATH = '/healthz'

export function createInbound({ hubSlug, surfaceOf, own, events }: InboundDeps): Server {
  const root = `/webhooks/${encodeURIComponent(hubSlug)}/`
  const receive: RequestListener = (request, response) => {
    const [path, query] = split(request.url ?? '/')
    if (path === HEALTH_PATH) return sendInboundAnswer(response, 200, 'ok')
    const isTest = path.endsWith(TEST_ENDING)
    const name = nameBelow(root, isTest ? path.slice(0, -TEST_ENDING.length) : path)
    const found = name === null ? null : surfaceOf(name)
    const surface = isTest ? found?.test : found
    if (!surface) return answerEarly(request, response, 404, 'not found')
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

/** Refuses unneeded escapes (`%77ebhook`), so that every endpoint has one address. */
const nameBelow = (root: string, path: string): string | null => {
  const written = path.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase())
  if (!written.startsWith(root)) return null
  const last = written.slice(root.length)
  try {
    const name = decodeURIComponent(last)
    return name !== '' && encodeURIComponent(name) === last ? name : null
  } catch {
    return null
  }
}

const fail = (request: IncomingMessage, response: ServerResponse) => {
  if (response.headersSent) request.socket.destroy()
  else sendInboundAnswer(response, 500, 'internal error')
}
