import { isIP, type LookupFunction } from 'node:net'

export interface ResolvedAddress {
  address: string
  /** 4 or 6. */
  family: number
}

export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** Imported late: `node:dns` opens a resolver when it loads, and many processes resolve no name. */
export const systemResolve: Resolve = async (hostname) => {
  const { lookup } = await import('node:dns/promises')
  return lookup(hostname, { all: true, order: 'verbatim' })
}

export async function addressesOfHost(
  { hostname }: URL,
  resolve: Resolve,
): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host).catch(() => [])
}

/**
 * Returns only the given addresses, which the caller has checked. A second look-up could return different addresses.
 */
export const fixedLookup =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
