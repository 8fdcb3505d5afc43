import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'

export const DEPTH_HEADER = 'x-svc-depth'

const depth = new AsyncLocalStorage<number>()

/**
 * Adds the header `x-svc-depth` to the requests that `run` sends to this machine, to detect a tool that calls its own
 * Hub.
 * @param turns Number of turns in the chain of calls, including the running turn.
 */
export const atDepth = <T>(turns: number, run: () => T): T => depth.run(turns, run)

export const depthOf = (header: string): number => (/^\d{1,4}$/.test(header) ? Number(header) : 0)

subscribe('undici:request:create', (message) => {
  const { request } = message as { request: UndiciRequest }
  const turns = depth.getStore()
  if (turns !== undefined && isOfThisMachine(new URL(request.origin).hostname))
    request.addHeader(DEPTH_HEADER, String(turns))
})

subscribe('http.client.request.created', (message) => {
  const { request } = message as { request: ClientRequest }
  const turns = depth.getStore()
  if (turns !== undefined && isOfThisMachine(request.host) && !request.headersSent)
    request.setHeader(DEPTH_HEADER, String(turns))
})

/** Request in undici's diagnostics channel, which also covers Node's `fetch`. */
interface UndiciRequest {
  origin: string | URL
  addHeader(name: string, value: string): void
}

const isOfThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
