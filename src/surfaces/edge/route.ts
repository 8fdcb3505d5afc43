export type UpstreamName = 'chatapp' | 'bridge' | 'inbound'

export type Route =
  | { kind: 'forward'; upstream: UpstreamName }
  | { kind: 'navigation-script' }
  | { kind: 'not-found' }

/** Which rows of the forwarding table are present. */
export interface RouteTable {
  hubSlug: string
  /** `/mcp` goes to the bridge. */
  mcp: boolean
  /** The documents on how programs sign in to the MCP server are the bridge's. */
  mcpSignIn?: boolean
  /** `/webhooks/<hub>` goes to the inbound receiver. */
  inbound: boolean
}

/**
 * Where a path goes. A prefix matches whole segments only: `/artifactsx` is the web chat's.
 *
 * @param path As sent, without its query.
 * Source: service specification 1.0.1, "Edge forwarding (single Hub)".
 */
export function route(path: string, { hubSlug, mcp, mcpSignIn = false, inbound }: RouteTable): Route {
  if (isUnder(path, '/artifacts') || isUnder(path, '/portal')) return BRIDGE
  if (isUnder(path, '/mcp')) return mcp ? BRIDGE : CHATAPP
  // Never the web chat: its page would answer 200 to a sender whose receiver is not there.
  if (isUnder(path, '/webhooks'))
    return inbound && hubOf(path) === hubSlug && isSpelledOneWay(path) ? INBOUND : NOT_FOUND
  if (path === '/svc-portal-navigation.js') return { kind: 'navigation-script' }
  if (mcpSignIn && SIGN_IN_DOCUMENTS.has(path)) return BRIDGE
  return DISCOVERY.test(path) ? NOT_FOUND : CHATAPP
}

const CHATAPP: Route = { kind: 'forward', upstream: 'chatapp' }
const BRIDGE: Route = { kind: 'forward', upstream: 'bridge' }
const INBOUND: Route = { kind: 'forward', upstream: 'inbound' }
const NOT_FOUND: Route = { kind: 'not-found' }

/** MCP clients look here for an authorization server; a page with status 200 would send them astray. */
const DISCOVERY =
  /^\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)/

/** Only of the address that is made for signing in: what is found of `/mcp` makes programs drop their key. */
const SIGN_IN_DOCUMENTS: ReadonlySet<string> = new Set([
  '/.well-known/oauth-protected-resource/mcp/oauth',
  '/.well-known/oauth-authorization-server/mcp/oauth',
])

const isUnder = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

/**
 * Whether only what can't stand in a path is percent-encoded. An endpoint has one address: what a proxy before us allows or
 * refuses by name must not be reached by another spelling of it. Source: RFC 3986, 6.2.2.2.
 */
const isSpelledOneWay = (path: string): boolean =>
  !path.includes('%') ||
  path.split('/').every((segment) => {
    try {
      return (
        encodeURIComponent(decodeURIComponent(segment)) ===
        segment.replace(/%../g, (escape) => escape.toUpperCase())
      )
    } catch {
      return false
    }
  })

/** The Hub's slug may hold letters that travel percent-encoded. */
const hubOf = (path: string): string | null => {
  try {
    return decodeURIComponent(path.split('/')[2] ?? '')
  } catch {
    return null
  }
}
