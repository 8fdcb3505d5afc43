import {
  discoverAuthorizationServerMetadata,
  discoverOAuthProtectedResourceMetadata,
} from '@modelcontextprotocol/client'

/**
 * Whether a server that returned 401 lets people connect their accounts. Servers announce this with OAuth metadata
 * (RFC 9728). Servers of revision 2025-03-26 have only RFC 8414 metadata, at their own origin.
 */
export async function requiresSignIn(url: string, challenge: string | null): Promise<boolean> {
  if (challenge && /\bresource_metadata\s*=/i.test(challenge)) return true
  try {
    const metadata = await discoverOAuthProtectedResourceMetadata(url)
    return Array.isArray(metadata.authorization_servers) && metadata.authorization_servers.length > 0
  } catch {
    const found = await discoverAuthorizationServerMetadata(new URL(url).origin).catch(() => undefined)
    return found?.authorization_endpoint !== undefined
  }
}
