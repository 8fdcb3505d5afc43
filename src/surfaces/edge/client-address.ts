import { BlockList, isIP } from 'node:net'

export type ReadClientAddress = (connection: string | undefined, forwardedFor: string | undefined) => string

/**
 * Returns the last address that is not a trusted proxy, because a client may forge all earlier entries.
 * @param trusted Addresses and networks (`10.0.0.0/8`); if empty, `forwardedFor` is ignored.
 */
export function createClientAddress(trusted: readonly string[]): ReadClientAddress {
  if (trusted.length === 0) return (connection) => plainAddress(connection)
  const proxies = new BlockList()
  for (const network of trusted) addNetwork(proxies, network)
  const isProxy = (address: string) => proxies.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
  return (connection, forwardedFor = '') => {
    let address = plainAddress(connection)
    const trail = forwardedFor.split(',')
    while (trail.length > 0 && isIP(address) && isProxy(address)) {
      const before = addressIn(trail.pop()!)
      if (before === null) break
      address = before
    }
    return address
  }
}

export const isNetwork = (text: string): boolean => {
  const [, address = '', bits] = NETWORK.exec(text) ?? []
  const family = isIP(address)
  return family !== 0 && (bits === undefined || Number(bits) <= (family === 6 ? 128 : 32))
}

const NETWORK = /^([\da-f.:]+)(?:\/(\d{1,3}))?$/i

function addNetwork(list: BlockList, network: string): void {
  const [address, bits] = network.split('/') as [string, string?]
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (bits === undefined) list.addAddress(address, family)
  else list.addSubnet(address, Number(bits), family)
}

/** Accepts an address with a port, which some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const addressIn = (entry: string): string | null => {
  const text = entry.trim()
  const [, bracketed, dotted] = WITH_PORT.exec(text) ?? []
  const address = plainAddress(bracketed ?? dotted ?? text)
  return isIP(address) ? address : null
}

const WITH_PORT = /^(?:\[([\da-f.:]+)\]|([\d.]+))(?::\d{1,5})?$/i

/** An IPv4 client of a dual-stack socket appears as `::ffff:192.0.2.1`. */
const plainAddress = (address = ''): string =>
  address.toLowerCase().startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address
