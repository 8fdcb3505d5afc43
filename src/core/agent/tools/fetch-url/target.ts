import { accepted, refused, type Result } from '#ground/base/result.ts'

/** A host that may be reached though it is internal, or on an unusual port. */
export interface AllowedHost {
  /** As the URL parser spells it: lower case, IPv6 in brackets. */
  hostname: string
  /** Null: the usual ports, 80 and 443. */
  port: number | null
}

/** Target of a request. */
export interface Target {
  url: URL
  port: number
  /** The operator allows this host: its addresses are not judged. */
  isAllowed: boolean
}

const PORTS = new Set([80, 443, 8080, 8443])
const MAX_URL = 4000

/** Judge an address as the model or a redirect gives it, before its name is looked up. Pure. */
export function readTarget(
  address: string,
  allowed: readonly AllowedHost[],
  base?: URL,
): Result<Target, string> {
  if (address.length > MAX_URL) return refused(`The address is too long (at most ${MAX_URL} characters).`)
  if (!URL.canParse(address, base?.href))
    return refused('That is no web address; give one such as https://example.com/page.')
  const url = new URL(address, base)
  const { protocol } = url
  if (protocol !== 'http:' && protocol !== 'https:')
    return refused(`Only http and https addresses can be fetched, not ${protocol.slice(0, 20)}`)
  if (url.username || url.password) return refused('An address with a user name or password is not fetched.')
  const port = portOf(url)
  const isAllowed = isAllowedHost(allowed, url)
  if (!isAllowed && !PORTS.has(port))
    return refused(`Port ${port} is not fetched from, only ${[...PORTS].join(', ')}.`)
  url.hash = ''
  return accepted({ url, port, isAllowed })
}

/** Read one entry of the operator's list, `host` or `host:port`; null when it is neither. */
export function readAllowedHost(entry: string): AllowedHost | null {
  const [, host, port] = /^(\[[^\]]+\]|[^[\]:/?#@\s]+)(?::(\d{1,5}))?$/.exec(entry) ?? []
  if (!host || !URL.canParse(`http://${host}/`)) return null
  return { hostname: new URL(`http://${host}/`).hostname, port: port ? Number(port) : null }
}

/** Whether the operator's list names where a URL leads. */
export const isAllowedHost = (allowed: readonly AllowedHost[], url: URL): boolean => {
  const port = portOf(url)
  return allowed.some(
    (host) =>
      host.hostname === url.hostname &&
      (host.port === null ? port === 80 || port === 443 : host.port === port),
  )
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)
