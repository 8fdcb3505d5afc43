import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'

/** Says, on a request that a tool sends, within how many turns the tool runs. */
export const DEPTH_HEADER = 'x-svc-depth'

const depth = new AsyncLocalStorage<number>()

/**
 * Run a tool's code so that requests it sends to this machine say how deep they are. A tool that asks its own Hub is
 * thereby known, and told from programs that just happen to ask the same at the same time. Other machines learn nothing.
 */
export const atDepth = <T>(turns: number, run: () => T): T => depth.run(turns, run)

/** What a request says of its depth; 0 when it says nothing. */
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

/** As Node's `fetch` and undici tell of it. */
interface UndiciRequest {
  origin: string | URL
  addHeader(name: string, value: string): void
}

const isOfThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
