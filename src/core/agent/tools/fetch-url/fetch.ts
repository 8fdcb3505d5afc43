import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { type FetchedBody, readFetchedBody } from './body.ts'
import { FetchRefused } from './refused.ts'
import { request, type FetchResponse } from './request.ts'
import type { Resolve } from '#ground/base/network/resolve.ts'
import { resolveAddresses } from './resolve.ts'
import { readTarget, type AllowedHost, type Target } from './target.ts'

export interface Fetched extends FetchedBody {
  /** Address after the last redirect. */
  url: URL
  status: number
  contentType: string | null
}

export interface FetchRules {
  allowedHosts: readonly AllowedHost[]
  resolve: Resolve
}

const MAX_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])
const MAX_BYTES = 25 * 1024 * 1024

/** Checks each redirect like the first address. @throws FetchRefused */
export async function fetchPublic(address: string, rules: FetchRules, signal: AbortSignal): Promise<Fetched> {
  let target = accept(readTarget(address, rules.allowedHosts))
  for (let redirects = 0; ; redirects++) {
    const addresses = await resolveAddresses(target, rules.resolve)
    signal.throwIfAborted()
    await using answer = await plainly(target, () => request(target, addresses, signal))
    const location = REDIRECTS.has(answer.status) ? answer.header('location') : null
    if (location === null) return await plainly(target, () => fetchedFrom(target, answer))
    if (redirects === MAX_REDIRECTS) throw new FetchRefused(`More than ${MAX_REDIRECTS} redirects.`)
    target = accept(readTarget(location, rules.allowedHosts, target.url), `${target.url.host} redirects: `)
  }
}

const fetchedFrom = async ({ url }: Target, answer: FetchResponse): Promise<Fetched> => ({
  url,
  status: answer.status,
  contentType: answer.header('content-type'),
  ...(await readFetchedBody(answer.body, answer.header('content-encoding'), MAX_BYTES)),
})

const accept = (read: ReturnType<typeof readTarget>, before = ''): Target => {
  if (!read.ok) throw new FetchRefused(before + read.refusal)
  return read.value
}

async function plainly<T>({ url }: Target, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof FetchRefused || (error as Error).name === 'AbortError') throw error
    const certificate = describeCertificateTrouble(error)
    if (certificate) throw new FetchRefused(`${url.host} could not be read: ${certificate}.`)
    const { code } = error as NodeJS.ErrnoException
    throw new FetchRefused(
      `${url.host} ${(code && TROUBLE[code]) ?? `could not be read (${code ?? 'unknown reason'})`}.`,
    )
  }
}

const TROUBLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'refused the connection',
  ECONNRESET: 'broke the connection',
  UND_ERR_SOCKET: 'broke the connection',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'broke the connection',
  UND_ERR_CONNECT_TIMEOUT: 'did not answer',
  UND_ERR_HEADERS_TIMEOUT: 'did not answer in time',
  UND_ERR_BODY_TIMEOUT: 'stopped in the middle of its answer',
  UND_ERR_HEADERS_OVERFLOW: 'sent headers without end',
  ETIMEDOUT: 'did not answer',
  EHOSTUNREACH: 'can’t be reached',
  ENETUNREACH: 'can’t be reached',
  Z_DATA_ERROR: 'sent damaged data',
  Z_BUF_ERROR: 'broke off in the middle of its answer',
}
