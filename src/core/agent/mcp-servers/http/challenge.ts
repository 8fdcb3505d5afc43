import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client'

/**
 * True if a server that answered 401 lets people connect their own accounts: it names or publishes its
 * authorization server.
 */
export async function asksForPerson(url: string, challenge: string | null): Promise<boolean> {
  if (challenge && /\bresource_metadata\s*=/i.test(challenge)) return true
  try {
    const metadata = await discoverOAuthProtectedResourceMetadata(url)
    return Array.isArray(metadata.authorization_servers) && metadata.authorization_servers.length > 0
  } catch {
    return false
  }
}
