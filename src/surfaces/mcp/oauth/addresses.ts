import { isOwnLoopbackHost } from '../origin.ts'

/** Sign-in addresses of a Hub, under one of the Hub's origins. Each address is absolute. */
export interface SignInAddresses {
  /** The MCP server for programs that sign people in. It is a resource, and the issuer of tokens. */
  resource: string
  /** The MCP server for programs with keys. A program that has none may sign in there, too. */
  keyResource: string
  /** The document about `resource`. */
  metadata: string
  /** The document about `keyResource`. Only the refusal of a request without a key names it. */
  keyMetadata: string
  authorize: string
  token: string
  register: string
  revoke: string
}

/** Paths below the MCP server's own. */
export const SIGN_IN_PATH = '/oauth'
export const TOKEN_PATH = `${SIGN_IN_PATH}/token`
export const REGISTER_PATH = `${SIGN_IN_PATH}/register`
export const REVOKE_PATH = `${SIGN_IN_PATH}/revoke`
export const KEY_METADATA_PATH = `${SIGN_IN_PATH}/protected-resource`

export interface HubAddresses {
  /** The addresses for a client that named this host. */
  at(host: string | undefined): SignInAddresses
  /** The form in which a resource of this Hub is stored; null for any other resource. */
  canonical(resource: string): string | null
  /** A stored resource of this Hub, as a client that named this host knows it. */
  named(stored: string, host: string | undefined): string
}

export interface McpHubAddress {
  /** Address people use, without a path. */
  publicUrl: string
  /** Whether an administrator named it. */
  publicUrlIsSet: boolean
  /** Prefix of the Hub's own paths there; empty for a single Hub. */
  hubPath: string
  hub: string
}

/**
 * The sign-in addresses of a Hub. Clients compare addresses character by character, so without a public
 * address the names `localhost` and `127.0.0.1` are followed as the client wrote them: no other site can make
 * a client send these. Any other name is ignored. Tokens are stored for one form, so both names open the same
 * Hub. Pure.
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
      // The Hub is in the path: several client libraries append `?…` to an address that has a query already.
      authorize: `${origin}/portal/mcp/authorize/${encodeURIComponent(hub)}`,
      token: mcp + TOKEN_PATH,
      register: mcp + REGISTER_PATH,
      revoke: mcp + REVOKE_PATH,
    }
  }
  const stored = under(publicUrl)
  const at = (host: string | undefined) =>
    !publicUrlIsSet && host !== undefined && isOwnLoopbackHost(host)
      ? under(`http://${host.toLowerCase()}`)
      : stored
  return {
    at,
    canonical(resource) {
      for (const addresses of [stored, at(HTTP_HOST.exec(resource)?.[1])]) {
        if (resource === addresses.resource) return stored.resource
        if (resource === addresses.keyResource) return stored.keyResource
      }
      return null
    },
    named: (resource, host) => at(host)[resource === stored.keyResource ? 'keyResource' : 'resource'],
  }
}

const HTTP_HOST = /^http:\/\/([^/]+)\//

export type WellKnown = 'oauth-protected-resource' | 'oauth-authorization-server'

/**
 * Address of a document about an address: the document's path is between host and path (RFC 9728, section
 * 3.1; RFC 8414, section 3.1). So a client finds nothing at the top of the site, or for the address that
 * accepts keys.
 */
export const wellKnownUrl = (name: WellKnown, about: string): string => {
  const { origin, pathname } = new URL(about)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}
