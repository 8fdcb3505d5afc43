import type { Clock } from '#ground/base/clock.ts'
import { isLinkLocal, isPublicAddress } from '#ground/base/network/addresses.ts'
import { addressesOfHost, fixedLookup, systemResolve, type Resolve } from '#ground/base/network/resolve.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import { within } from '#ground/base/time-limit.ts'

/** Request timeout, including the response body. */
const ANSWER_MS = 10_000
const CONNECT_MS = 5000
const MAX_ANSWER_BYTES = 512 * 1024

export class RequestRefused extends Error {
  override name = 'RequestRefused'
}

export interface OutgoingRequest {
  method?: string
  headers?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
}

/** Limits time and size, follows no redirects, and calls only permitted addresses. */
export type OutgoingRequests = (url: string, request?: OutgoingRequest) => Promise<Response>

export interface OutgoingParts {
  clock: Pick<Clock, 'sleep'>
  resolve?: Resolve
}

/**
 * Addresses from an administrator may be internal, but not link-local. Addresses from metadata may be internal only if
 * `base` is internal. Public addresses require https.
 * @param configuredAddresses Further addresses that an administrator entered
 */
export const outgoingFor = (
  base: string,
  configuredAddresses: readonly string[],
  { clock, resolve = systemResolve }: OutgoingParts,
): OutgoingRequests => {
  const trusted = new Set([base, ...configuredAddresses].map((address) => new URL(address).host))
  const addressesOf = async (url: URL) => {
    const found = await addressesOfHost(url, resolve)
    if (found.length === 0) throw new RequestRefused(`there is no host ${url.hostname}`)
    return found
  }
  const isInside = async (url: URL) =>
    (await addressesOf(url)).every(({ address }) => !isPublicAddress(address))

  const permittedAddresses = async (url: URL) => {
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      throw new RequestRefused(`${url.protocol} is not supported`)
    const addresses = await addressesOf(url)
    if (addresses.some(({ address }) => isLinkLocal(address)))
      throw new RequestRefused(`${url.host} is link-local, where cloud providers serve secrets`)
    const isPublic = addresses.every(({ address }) => isPublicAddress(address))
    if (isPublic && url.protocol === 'http:')
      throw new RequestRefused(`${url.host} is on the public internet and not behind https`)
    if (!isPublic && !trusted.has(url.host) && !(await isInside(new URL(base))))
      throw new RequestRefused(`${url.host} is inside our network, which ${new URL(base).host} is not`)
    return addresses
  }

  return (url, { method = 'GET', headers = {}, body, signal } = {}) =>
    within(clock, ANSWER_MS, async (deadlineSignal) => {
      const target = new URL(url)
      const connections = openHttpConnections({
        connect: { lookup: fixedLookup(await permittedAddresses(target)), timeout: CONNECT_MS },
        pipelining: 0,
      })
      try {
        const answer = await connections.send(target, {
          method,
          headers: { ...headers, 'accept-encoding': 'identity' },
          body: bodyOf(body),
          signal: signal ? AbortSignal.any([deadlineSignal, signal]) : deadlineSignal,
        })
        const text = await readAtMost(answer.body, MAX_ANSWER_BYTES)
        const shown = Object.entries(answer.headers).flatMap(([name, value]) =>
          [value ?? []].flat().map((one): [string, string] => [name, one]),
        )
        const isEmpty = answer.statusCode === 204 || answer.statusCode === 304
        return new Response(isEmpty ? null : text, { status: answer.statusCode, headers: shown })
      } finally {
        await connections.destroy()
      }
    })
}

const bodyOf = (body: unknown): string | null => {
  if (body instanceof URLSearchParams) return body.toString()
  return typeof body === 'string' ? body : null
}
