import { isOwnLoopbackHost } from '../origin.ts'

/** Absolute sign-in addresses of a Hub under one of its origins. */
export interface SignInAddresses {
  /** Address of the MCP server for programs that sign people in; also the OAuth resource and issuer. */
  resource: string
  /** Address of the MCP server for programs with keys, where a program without a key may also sign in. */
  keyResource: string
  metadata: string
  /** Metadata document of `keyResource`. Only the refusal of a request without a key names it. */
  keyMetadata: string
  authorize: string
  token: string
  register: string
  revoke: string
}

/** Paths below the MCP server's path. */
export const SIGN_IN_PATH = '/oauth'
export const TOKEN_PATH = `${SIGN_IN_PATH}/token`
export const REGISTER_PATH = `${SIGN_IN_PATH}/register`
export const REVOKE_PATH = `${SIGN_IN_PATH}/revoke`
export const KEY_METADATA_PATH = `${SIGN_IN_PATH}/protected-resource`

export interface HubAddresses {
  /** Returns the addresses for a client that sent this `Host`. */
  forHost(host: string | undefined): SignInAddresses
  /** Returns the address of a resource as the database stores it; null if the address is not from this Hub. */
  canonicalResource(resource: string): string | null
  /** Returns the address of a stored resource as a client with this `Host` writes it. */
  resourceForHost(stored: string, host: string | undefined): string
}

export interface McpHubAddress {
  publicUrl: string
  publicUrlIsSet: boolean
  /** Path prefix of the Hub; empty for a single Hub. */
  hubPath: string
  hub: string
}

/**
 * Clients compare addresses as text. Without a configured public address, the Hub therefore uses `localhost` or
 * `127.0.0.1` as the client wrote it; no other site can make a client send these names. The database stores tokens
 * for only one of these addresses. Pure.
 */
export function createHubAddresses({ publicUrl, publicUrlIsSet, hubPath, hub }: McpHubAddress): HubAddresses {
  const under = (origin: string): SignInAddresses => {
    const mcp = `${origin}${hubPath}/mcp`
    const resource = mcp + SIGN_IN_PATH
    return {
      resource,
      keyResource: mcp,
      metadata: wellKnownUrl('oauth-protected-resource', resource),
      keyMetadata: mcp + KEY_METADATA_PATH,
      // The Hub is in the path, because several client libraries append `?…` even to an address with a query.
      authorize: `${origin}/portal/mcp/authorize/${encodeURIComponent(hub)}`,
      token: mcp + TOKEN_PATH,
      register: mcp + REGISTER_PATH,
      revoke: mcp + REVOKE_PATH,
    }
  }
  const stored = under(publicUrl)
  const forHost = (host: string | undefined) =>
    !publicUrlIsSet && host !== undefined && isOwnLoopbackHost(host)
      ? under(`http://${host.toLowerCase()}`)
      : stored
  return {
    forHost,
    canonicalResource(resource) {
      for (const addresses of [stored, forHost(HTTP_HOST.exec(resource)?.[1])]) {
        if (resource === addresses.resource) return stored.resource
        if (resource === addresses.keyResource) return stored.keyResource
      }
      return null
    },
    resourceForHost: (resource, host) =>
      forHost(host)[resource === stored.keyResource ? 'keyResource' : 'resource'],
  }
}

const HTTP_HOST = /^http:\/\/([^/]+)\//

export type WellKnown = 'oauth-protected-resource' | 'oauth-authorization-server'

/**
 * The `.well-known` path is put between the host and the path of the address (RFC 9728, section 3.1; RFC 8414,
 * section 3.1). Clients thus find no document for the root or for the address that accepts keys.
 */
export const wellKnownUrl = (name: WellKnown, about: string): string => {
  const { origin, pathname } = new URL(about)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}
