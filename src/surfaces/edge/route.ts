import { PUBLIC_KEYS_PATH } from '#ground/hub/public-keys-path.ts'
import type { EdgeAwayHub, ReachableHub, ReachableHubs } from './hubs.ts'

export type UpstreamRoute =
  | { kind: 'chatapp' }
  | { kind: 'any-bridge' }
  | { kind: 'hub'; part: 'bridge' | 'inbound'; hub: ReachableHub; path: string }
  | { kind: 'hub-away'; hub: EdgeAwayHub }
  | { kind: 'navigation-script' }
  | { kind: 'not-found' }

export interface RouteTable extends Pick<ReachableHubs, 'list' | 'bySlug'> {
  /** Whether each Hub's paths begin with `/b/<hub>`; if not, there is one Hub at the root. */
  isGateway: boolean
}

/**
 * Prefixes match whole segments: `/artifactsx` is the web chat's.
 *
 * @param path As sent, without its query. Source: service specification 1.0.1, "Edge forwarding (single Hub)",
 * "Gateway routes".
 */
export function chooseUpstream(path: string, table: RouteTable): UpstreamRoute {
  if (isUnder(path, '/portal') || path === PUBLIC_KEYS_PATH) return ANY_BRIDGE
  // Webhooks never reach the web chat: its page would respond 200 to a sender although no receiver exists.
  if (isUnder(path, '/webhooks')) return webhookRoute(path, table.bySlug)
  if (path === '/svc-portal-navigation.js') return { kind: 'navigation-script' }
  const own = table.isGateway ? withinHub(path, table.bySlug) : { hub: table.list[0]!, path }
  if (own === 'none') return NOT_FOUND
  if (own && isHubPath(own)) return toHub(own.hub, 'bridge', own.path)
  if (table.isGateway && path.startsWith('/b/')) return NOT_FOUND
  return isDiscovery(path) ? NOT_FOUND : CHATAPP
}

const CHATAPP: UpstreamRoute = { kind: 'chatapp' }
const ANY_BRIDGE: UpstreamRoute = { kind: 'any-bridge' }
const NOT_FOUND: UpstreamRoute = { kind: 'not-found' }

interface OwnPath {
  hub: ReachableHub | EdgeAwayHub
  path: string
}

const isHubPath = ({ hub, path }: OwnPath): boolean =>
  isUnder(path, '/artifacts') ||
  (isUnder(path, '/mcp') && (isAway(hub) || hub.mcp)) ||
  (SIGN_IN_DOCUMENTS.has(path) && (isAway(hub) || hub.mcpSignIn))

const isAway = (hub: ReachableHub | EdgeAwayHub): hub is EdgeAwayHub => 'away' in hub

const toHub = (hub: ReachableHub | EdgeAwayHub, part: 'bridge' | 'inbound', path: string): UpstreamRoute =>
  isAway(hub) ? { kind: 'hub-away', hub } : { kind: 'hub', part, hub, path }

/** `none`: the Hub is unknown. */
function withinHub(path: string, hubs: RouteTable['bySlug']): OwnPath | 'none' | null {
  const [, document = '', segment, rest = ''] = WITHIN_HUB.exec(path) ?? []
  if (segment === undefined) return null
  const hub = hubBySegment(segment, hubs)
  const isOther = document === '' && rest.startsWith('/.well-known') // `/b/<hub>/.well-known/…` would be a second address of a metadata document
  return hub && !isOther ? { hub, path: document + rest } : 'none'
}

const WITHIN_HUB = /^(\/\.well-known\/oauth-[a-z-]+)?\/b\/([^/]+)(\/.*)?$/

function webhookRoute(path: string, hubs: RouteTable['bySlug']): UpstreamRoute {
  const hub = hubBySegment(path.split('/')[2] ?? '', hubs)
  const isTaken = hub && (isAway(hub) || hub.inbound !== null) && isSpelledOneWay(path)
  return isTaken ? toHub(hub, 'inbound', path) : NOT_FOUND
}

function hubBySegment(segment: string, hubs: RouteTable['bySlug']): ReachableHub | EdgeAwayHub | undefined {
  if (!isSpelledOneWay(segment)) return undefined
  return hubs.get(segment.includes('%') ? decodeURIComponent(segment) : segment)
}

/** MCP clients look for an authorization server at these paths; a page with status 200 would mislead them. */
const DISCOVERY =
  /^\/\.well-known\/(?:oauth-protected-resource|oauth-authorization-server|openid-configuration)/

export const isDiscovery = (path: string): boolean => DISCOVERY.test(path)

/**
 * Documents exist only about the sign-in address `/mcp/oauth`. A document about `/mcp` would make programs drop their
 * key.
 */
const SIGN_IN_DOCUMENTS: ReadonlySet<string> = new Set([
  '/.well-known/oauth-protected-resource/mcp/oauth',
  '/.well-known/oauth-authorization-server/mcp/oauth',
])

const isUnder = (path: string, prefix: string): boolean =>
  path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')

/** An endpoint has one address, so that another spelling can't bypass a proxy's rule (RFC 3986, 6.2.2.2). */
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
