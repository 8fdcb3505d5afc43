import { isPublicAddress } from '#ground/base/network/addresses.ts'
import { addressesOfHost, type Resolve } from '#ground/base/network/resolve.ts'
import { FetchRefused } from './refused.ts'
import type { Target } from './target.ts'

/**
 * The connection must use one of these addresses, because a second look-up could return others.
 *
 * @throws FetchRefused if the name is unknown or any of its addresses is not on the public internet.
 */
export async function resolveAddresses({ url, isAllowed }: Target, resolve: Resolve) {
  const addresses = await addressesOfHost(url, resolve)
  if (addresses.length === 0) throw new FetchRefused(`There is no host ${url.hostname}.`)
  if (!isAllowed && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new FetchRefused(
      `${url.host} is not on the public internet, so it is not fetched. An administrator can allow it (SVC_FETCH_ALLOW_HOSTS).`,
    )
  return addresses
}
