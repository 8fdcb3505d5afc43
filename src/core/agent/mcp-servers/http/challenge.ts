import { discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/client'

/** Whether a server that answered 401 lets people connect accounts of their own: it says where, or publishes how. */
export async function asksForPerson(url: string, challenge: string | null): Promise<boolean> {
  if (challenge && /\bresource_metadata\s*=/i.test(challenge)) return true
  try {
    const metadata = await discoverOAuthProtectedResourceMetadata(url)
    return Array.isArray(metadata.authorization_servers) && metadata.authorization_servers.length > 0
  } catch {
    return false
  }
}
