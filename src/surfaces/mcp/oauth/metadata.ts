/** Where a Hub's sign-in is. Each address is absolute. */
export interface SignInAddresses {
  /** Address of the MCP server for programs that sign people in; also what tokens are for, and who issues them. */
  resource: string
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

/** @param mcpUrl Address of the Hub's MCP server. @param consoleUrl Address of the Console. */
export function signInAddresses(mcpUrl: string, consoleUrl: string, hub: string): SignInAddresses {
  return {
    resource: mcpUrl + SIGN_IN_PATH,
    // The Hub is in the path: several client libraries append `?…` to an address that has a query already.
    authorize: `${consoleUrl}/mcp/authorize/${encodeURIComponent(hub)}`,
    token: mcpUrl + TOKEN_PATH,
    register: mcpUrl + REGISTER_PATH,
    revoke: mcpUrl + REVOKE_PATH,
  }
}

/**
 * Where a document about an address is: between its host and its path (RFC 9728, section 3.1; RFC 8414, section 3.1). So
 * nothing is found by who looks at the top of the site, or starts from the address that takes keys.
 */
export const wellKnownUrl = (name: WellKnown, about: string): string => {
  const { origin, pathname } = new URL(about)
  return `${origin}/.well-known/${name}${pathname === '/' ? '' : pathname}`
}
export type WellKnown = 'oauth-protected-resource' | 'oauth-authorization-server'

/** RFC 9728. */
export const resourceMetadata = ({ resource }: SignInAddresses, name: string) => ({
  resource,
  authorization_servers: [resource],
  bearer_methods_supported: ['header'],
  resource_name: name,
})

/** RFC 8414. */
export const serverMetadata = ({ resource, authorize, token, register, revoke }: SignInAddresses) => ({
  issuer: resource,
  authorization_endpoint: authorize,
  token_endpoint: token,
  registration_endpoint: register,
  revocation_endpoint: revoke,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
})
