import type { IncomingHttpHeaders } from 'node:http'

export interface OriginRules {
  /** Address people use, such as `https://hub.example.com`. */
  publicUrl: string
  /** Only this machine can reach us, so a request by another name is one that was rebound to us. */
  isLoopback: boolean
}

/**
 * What of a request shows that a page of another site sent it; null when nothing does. Programs that are no browsers
 * send no `Origin`.
 */
export type ForeignPart = (headers: IncomingHttpHeaders) => 'origin' | 'host' | null

export function createForeignPart({ publicUrl, isLoopback }: OriginRules): ForeignPart {
  const own = new URL(publicUrl)
  let lastOwn: string | undefined // almost all requests name the same host
  const isOurs = (host: string) => {
    if (host === lastOwn) return true
    const name = nameIn(`http://${host}`)
    if (name !== own.hostname && !isLoopbackName(name)) return false
    lastOwn = host
    return true
  }
  return ({ origin, host, 'x-forwarded-host': forwarded }) => {
    if (origin !== undefined && origin !== own.origin && !isLoopbackName(nameIn(origin))) return 'origin'
    const isHere = (name: string | string[] | undefined) => name === undefined || isOurs(String(name))
    return !isLoopback || (isHere(host) && isHere(forwarded)) ? null : 'host'
  }
}

const nameIn = (address: string): string | null => {
  try {
    return new URL(address).hostname
  } catch {
    return null // also `null`, the origin of pages that have none
  }
}

/** Whether a host name means this machine. */
export const isLoopbackName = (name: string | null): boolean =>
  name === 'localhost' || name === '[::1]' || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name ?? '')
