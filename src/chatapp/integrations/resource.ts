import { z } from 'zod'
import { knownMembers, lenientList } from '#ground/base/json/lenient-schema.ts'
import { bearerChallenges } from '#ground/base/bearer-challenges.ts'
import { ProviderFailure } from './failure.ts'
import type { OutgoingRequests } from './outgoing.ts'

export interface ProtectedResource {
  /** Value of the parameter `resource` (RFC 8707). */
  resource: string
  authorizationServer: string
  /** Separated by spaces; empty if the server declares none. */
  scope: string
}

const Metadata = z.object({
  resource: z.url(),
  authorization_servers: knownMembers(z.url({ protocol: /^https?$/ })).pipe(z.array(z.string()).min(1)),
  scopes_supported: lenientList(z.string()),
})

/**
 * Reads the metadata of RFC 9728 from the address in the 401 response, else from the well-known addresses. Without
 * metadata, the server's origin is the issuer, as in the first MCP specification.
 */
export async function discoverResource(url: string, outgoing: OutgoingRequests): Promise<ProtectedResource> {
  const challenge = await challengeOf(url, outgoing)
  const { origin, pathname } = new URL(url)
  const path = pathname.replace(/\/$/, '')
  const candidates = [
    ...(challenge.metadata ? [challenge.metadata] : []),
    `${origin}/.well-known/oauth-protected-resource${path}`,
    `${origin}/.well-known/oauth-protected-resource`,
  ]
  for (const candidate of new Set(candidates)) {
    const metadata = await readMetadata(candidate, outgoing)
    if (!metadata) continue
    if (!isPartOf(url, metadata.resource))
      throw new ProviderFailure('The server’s metadata describes another server.')
    return {
      resource: metadata.resource,
      authorizationServer: metadata.authorization_servers[0]!,
      scope: challenge.scope || (metadata.scopes_supported ?? []).join(' '),
    }
  }
  return { resource: url, authorizationServer: origin, scope: challenge.scope }
}

async function challengeOf(
  url: string,
  outgoing: OutgoingRequests,
): Promise<{ metadata: string | null; scope: string }> {
  let answer: Response
  try {
    answer = await outgoing(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
  } catch (error) {
    throw new ProviderFailure('The server can’t be reached.', { cause: error })
  }
  if (answer.status !== 401) return { metadata: null, scope: '' }
  const challenges = bearerChallenges(answer.headers.get('www-authenticate'))
  const parameter = (name: string) => challenges.find((challenge) => challenge[name])?.[name] ?? ''
  const metadata = parameter('resource_metadata')
  return { metadata: URL.canParse(metadata) ? metadata : null, scope: parameter('scope') }
}

async function readMetadata(
  url: string,
  outgoing: OutgoingRequests,
): Promise<z.infer<typeof Metadata> | null> {
  const answer = await outgoing(url, { headers: { accept: 'application/json' } }).catch(() => null)
  if (answer?.status !== 200) return null
  const parsed = Metadata.safeParse(await answer.json().catch(() => null))
  return parsed.success ? parsed.data : null
}

function isPartOf(url: string, resource: string): boolean {
  const [own, described] = [new URL(url), new URL(resource)]
  const below = described.pathname.replace(/\/?$/, '/')
  return own.origin === described.origin && own.pathname.replace(/\/?$/, '/').startsWith(below)
}
