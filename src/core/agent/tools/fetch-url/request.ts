import type { Readable } from 'node:stream'
import { fixedLookup, type ResolvedAddress } from '#ground/base/network/resolve.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import type { Target } from './target.ts'

export interface FetchResponse extends AsyncDisposable {
  status: number
  header(name: string): string | null
  /** As sent, possibly compressed. */
  body: Readable
}

const CONNECT_MS = 10_000
const SILENCE_MS = 15_000
const MAX_HEADERS = 64 * 1024

/** Sends one GET to one of the checked addresses, without cookies, credentials or redirects. */
export async function request(
  { url }: Target,
  addresses: readonly ResolvedAddress[],
  signal: AbortSignal,
): Promise<FetchResponse> {
  const connections = openHttpConnections({
    connect: { lookup: fixedLookup(addresses), timeout: CONNECT_MS },
    headersTimeout: SILENCE_MS,
    bodyTimeout: SILENCE_MS,
    maxHeaderSize: MAX_HEADERS,
    pipelining: 0,
  })
  try {
    const { statusCode, headers, body } = await connections.send(url, {
      method: 'GET',
      headers: HEADERS,
      signal,
    })
    body.on('error', () => {}) // without a listener, an early close would crash the process
    return {
      status: statusCode,
      header: (name) => [headers[name]].flat()[0] ?? null,
      body,
      [Symbol.asyncDispose]: () => connections.destroy(),
    }
  } catch (error) {
    await connections.destroy()
    throw error
  }
}

const HEADERS = {
  'user-agent': 'HubService/1.0 (fetch_url)',
  accept: 'text/html, application/xhtml+xml, text/markdown, application/json, text/*;q=0.9, */*;q=0.5',
  'accept-encoding': 'gzip, deflate, br',
}
