import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from './addresses.ts'
import { FetchRefused } from './refused.ts'
import type { Target } from './target.ts'

/** Look a name up. Gives every address, in the order to try them. */
export type Resolve = (hostname: string) => Promise<readonly { address: string; family: number }[]>

export const systemResolve: Resolve = (hostname) => lookup(hostname, { all: true, order: 'verbatim' })

/**
 * The addresses of a target, looked up once. The connection must be made to one of these: a second look-up could answer
 * differently.
 *
 * @throws FetchRefused when the name is unknown, or when any of its addresses is not of the public internet.
 */
export async function addressesOf({ url, isAllowed }: Target, resolve: Resolve) {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await resolve(host).catch(() => [])
  if (addresses.length === 0) throw new FetchRefused(`There is no host ${url.hostname}.`)
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefused(
      `${url.host} is not on the public internet, so it is not fetched. An administrator can allow it (SVC_FETCH_ALLOW_HOSTS).`,
    )
  return addresses
}
