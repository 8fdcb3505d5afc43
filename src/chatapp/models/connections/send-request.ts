import type { Agent as HttpAgent, IncomingMessage } from 'node:http'
import type { LookupFunction } from 'node:net'
import type { Clock } from '#ground/base/clock.ts'
import { request as requestHttp } from '#ground/base/network/node-http.ts'

const CONNECT_TIMEOUT_MS = 5000
/** Idle timeout. Bridges send an event or a comment at least every 15 s. */
const IDLE_MS = 10 * 60_000

export interface UpstreamCall {
  method: string
  headers: Record<string, string>
  body?: Uint8Array
  signal: AbortSignal
  lookup?: LookupFunction
}

export async function sendRequest(
  url: string,
  call: UpstreamCall,
  agent: HttpAgent,
  clock: Clock,
): Promise<IncomingMessage> {
  const { body, ...options } = call
  // Most Hubs need no TLS, so the TLS module is loaded on demand.
  const isTls = url.startsWith('https:')
  const request = isTls ? (await import('node:https')).request : requestHttp
  return new Promise((resolve, reject) => {
    const isShared = !isTls && !options.lookup
    const sent = request(url, isShared ? { ...options, agent } : options, resolve)
    const connected = new AbortController()
    sent.on('error', reject)
    sent.once('close', () => connected.abort())
    sent.once('socket', (socket) => {
      if (!socket.connecting) connected.abort()
      else socket.once('connect', () => connected.abort())
    })
    clock.sleep(CONNECT_TIMEOUT_MS, connected.signal).then(
      () => sent.destroy(notConnected()),
      () => {}, // nothing to do: the request has connected or failed
    )
    sent.setTimeout(IDLE_MS, () => sent.destroy(new Error(`the server sent no data for ${IDLE_MS / 1000} s`)))
    sent.end(body)
  })
}

const notConnected = (): Error =>
  Object.assign(new Error(`no connection within ${CONNECT_TIMEOUT_MS} ms`), { code: 'ETIMEDOUT' })
