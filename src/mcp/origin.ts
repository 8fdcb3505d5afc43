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
export function foreignPart(headers: IncomingHttpHeaders, rules: OriginRules): 'origin' | 'host' | null {
  const own = new URL(rules.publicUrl)
  const { origin, host } = headers
  if (origin !== undefined && origin !== own.origin && !isLoopbackName(nameIn(origin))) return 'origin'
  if (!rules.isLoopback) return null
  const names = [host, headers['x-forwarded-host']].filter((value) => value !== undefined)
  const isOurs = (name: string | null) => name === own.hostname || isLoopbackName(name)
  return names.every((value) => isOurs(nameIn(`http://${String(value)}`))) ? null : 'host'
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
