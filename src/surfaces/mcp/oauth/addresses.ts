import { isOwnLoopbackHost } from '../origin.ts'

export interface SignInAddresses {
  /** Address of the MCP server for clients that sign in. It is also the OAuth resource and issuer. */
  resource: string
  keyResource: string
  metadata: string
  keyMetadata: string
  authorize: string
  token: string
  register: string
  revoke: string
}

export const SIGN_IN_PATH = '/oauth'
export const TOKEN_PATH = `${SIGN_IN_PATH}/token`
export const REGISTER_PATH = `${SIGN_IN_PATH}/register`
export const REVOKE_PATH = `${SIGN_IN_PATH}/revoke`
export const KEY_METADATA_PATH = `${SIGN_IN_PATH}/protected-resource`

export interface HubAddresses {
  forHost(host: string | undefined): SignInAddresses
  /** Null if the address is not from this Hub. */
  canonicalResource(resource: string): string | null
  resourceForHost(stored: string, host: string | undefined): string
}

export interface McpHubAddress {
  publicUrl: string
  publicUrlIsSet: boolean
  /** Path prefix of the Hub; empty for a single Hub. */
  hubPath: string
  hub: string
}

/** Clients compare addresses as text, so the Hub uses `localhost` or `127.0.0.1` as the client wrote it. */
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

/** The `.well-known` path is put between the host and the path (RFC 9728, section 3.1; RFC 8414, section 3.1). */
export const wellKnownUrl = (name: WellKnown, about: string): string => {
  const { origin, pathname } = new URL(about)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}
