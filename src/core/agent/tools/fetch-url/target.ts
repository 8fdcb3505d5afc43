import { accepted, refused, type Result } from '#ground/base/result.ts'

/** A host that the operator allows although it is internal or has an unusual port. */
export interface AllowedHost {
  /** As `URL.hostname` returns it: lower case, IPv6 in brackets. */
  hostname: string
  /** Null: only ports 80 and 443. */
  port: number | null
}

export interface Target {
  url: URL
  port: number
  /** The operator allows the host, so its addresses are not checked. */
  isAllowed: boolean
}

const PORTS = new Set([80, 443, 8080, 8443])
const MAX_URL = 4000

export function readTarget(
  address: string,
  allowed: readonly AllowedHost[],
  base?: URL,
): Result<Target, string> {
  if (address.length > MAX_URL) return refused(`The address is too long (at most ${MAX_URL} characters).`)
  if (!URL.canParse(address, base?.href))
    return refused('This is not a web address; use an address such as https://example.com/page.')
  const url = new URL(address, base)
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:')
    return refused(`Only http and https addresses can be fetched, not ${protocol.slice(0, 20)}`)
  if (url.username || url.password) return refused('Addresses with a user name or password are not fetched.')
  const port = portOf(url)
  const isAllowed = isAllowedHost(allowed, url)
  if (!isAllowed && !PORTS.has(port))
    return refused(`Port ${port} is not allowed; allowed ports: ${[...PORTS].join(', ')}.`)
  url.hash = ''
  return accepted({ url, port, isAllowed })
}

export function readAllowedHost(entry: string): AllowedHost | null {
  const [, host, port] = /^(\[[^\]]+\]|[^[\]:/?#@\s]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  if (!host || !URL.canParse(`http://${host}/`)) return null
  return { hostname: new URL(`http://${host}/`).hostname, port: port ? Number(port) : null }
}

export const isAllowedHost = (allowed: readonly AllowedHost[], url: URL): boolean => {
  const port = portOf(url)
  return allowed.some(
    (host) =>
      host.hostname === url.hostname &&
      (host.port === null ? port === 80 || port === 443 : host.port === port),
  )
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
