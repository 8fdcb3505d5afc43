import { isIPv4, isIPv6 } from 'node:net'

export interface OwnAddressOptions {
  publicUrl: string | null
  names: readonly string[]
}

export interface OwnAddress {
  isNamedBy(host: string): boolean
  originFor(host: string | undefined): string | null
}

/**
 * Prevents DNS rebinding: another site's name can resolve to this machine, and its pages would share our origin. Only
 * IP addresses, configured names and names that no attacker can register are accepted.
 */
export function createOwnAddress({ publicUrl, names }: OwnAddressOptions): OwnAddress {
  const publicOrigin = publicUrl === null ? null : new URL(publicUrl)
  const isEveryName = names.includes('*')
  const own = new Set([...names, ...(publicOrigin ? [publicOrigin.hostname] : [])].map(plainName))
  let lastOwn: string | undefined // cached, because almost all requests name the same host
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

function nameOf(host: string): string | null {
  const [, name, port] = HOST.exec(host) ?? []
  if (name === undefined || (port !== undefined && !isPort(Number(port)))) return null
  return plainName(name)
}

const HOST = /^([\w.~-]+|\[[0-9a-f:.]+\])(?::(\d+))?$/i

const isPort = (port: number): boolean => port > 0 && port <= 65_535

/** A trailing dot marks a fully qualified name. */
const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '')

const isLocal = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  isIPv4(name) ||
  (name.startsWith('[') && isIPv6(name.slice(1, -1)))

export const originOf = (address: string): string | null => {
  try {
    return new URL(address).origin
  } catch {
    return null
  }
}
