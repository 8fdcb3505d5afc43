import { isIPv4, isIPv6 } from 'node:net'

export interface OwnAddressOptions {
  /** Configured address for people, if any. */
  publicUrl: string | null
  /** Names of this machine and additional accepted names; `*` accepts all. */
  names: readonly string[]
}

/** How people reach us: by which names, and at which origin. */
export interface OwnAddress {
  /** Whether a `Host` is a name of ours with a port that is one. */
  isNamedBy(host: string): boolean
  /**
   * The one origin of our pages for a client with this `Host`: that of the public address, or without one the
   * requested name over plain HTTP. Null without any name.
   */
  originFor(host: string | undefined): string | null
}

/**
 * A page of another site can make its name resolve to this machine's address and would then count as our own.
 * This only works with names, so any literal address is ours, and of names those that no attacker can
 * register.
 */
export function createOwnAddress({ publicUrl, names }: OwnAddressOptions): OwnAddress {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl)
  const isEveryName = names.includes('*')
  const own = new Set([...names, ...(publicOrigin ? [publicOrigin.hostname] : [])].map(plainName))
  let lastOwn: string | undefined // almost all requests name the same host
  return {
    isNamedBy(host) {
      if (host === lastOwn) return true
      const name = nameOf(host)
      if (name === null || !(isEveryName || own.has(name) || isLocal(name))) return false
      lastOwn = host
      return true
    },
    originFor: (host) => publicOrigin?.origin ?? (host === undefined ? null : originOf(`http://${host}`)),
  }
}

/** The name in a `Host`, in lower case; null when it is malformed or its port is none. */
function nameOf(host: string): string | null {
  const [, name, port] = HOST.exec(host) ?? []
  if (name === undefined || (port !== undefined && !isPort(Number(port)))) return null
  return plainName(name)
}

/** A name, an IPv4 address or a bracketed IPv6 address, and a port: no user, path or list. */
const HOST = /^([\w.~-]+|\[[0-9a-f:.]+\])(?::(\d+))?$/i

const isPort = (port: number): boolean => port > 0 && port <= 65_535

/** A dot at the end only marks a fully qualified name. */
const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

const isLocal = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  isIPv4(name) ||
  (name.startsWith('[') && isIPv6(name.slice(1, -1)))

/** The origin of an address in the form of an `Origin` header; null when it is not an address. */
export const originOf = (address: string): string | null => {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}
