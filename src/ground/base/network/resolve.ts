import { isIP, type LookupFunction } from 'node:net'

export interface ResolvedAddress {
  address: string
  /** 4 or 6. */
  family: number
}

/** Look a name up. Gives every address, in the order to try them. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>

/** Node opens a resolver as it loads this module: many a process never looks a name up. */
export const systemResolve: Resolve = async (hostname) => {
  const { lookup } = await import('node:dns/promises')
  return lookup(hostname, { all: true, order: 'verbatim' })
}

/** The addresses of a URL's host: those it is looked up to, or itself. Empty when the name is unknown. */
export async function addressesOfHost(
  { hostname }: URL,
  resolve: Resolve,
): Promise<readonly ResolvedAddress[]> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host).catch(() => [])
}

/** Connects to addresses that were judged before: a second look-up could answer differently. */
export const fixedLookup =
  (addresses: readonly ResolvedAddress[]): LookupFunction =>
  (_hostname, options, done) => {
    if (options.all) done(null, [...addresses])
    else done(null, addresses[0]!.address, addresses[0]!.family)
  }
