import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { TestContext } from 'node:test'
import { startMcpWebServer, type McpWebServer } from './mcp-web-server.ts'
import type { OpenIdProvider } from './openid-provider.ts'

export interface OauthMcpServer {
  readonly url: string
  readonly callers: string[]
  readonly requests: McpWebServer['requests']
  /** From now on, tool calls without the scope get this challenge; null ends it. */
  askForScope(challenge: ScopeChallenge | null): void
  moveTo(provider: Pick<OpenIdProvider, 'url' | 'accepts'>): void
}

export interface ScopeChallenge {
  status: 401 | 403
  header: string
  /** Scope that is sufficient; null refuses each token. */
  scope: string | null
}

/** The garden MCP server, which requires an access token of this provider for this resource (RFC 9728). */
export async function startOauthMcpServer(
  t: TestContext,
  provider: Pick<OpenIdProvider, 'url' | 'accepts'>,
  options: { scopes?: readonly string[]; keyless?: Omit<ScopeChallenge, 'scope'> } = {},
): Promise<OauthMcpServer> {
  const inner = await startMcpWebServer(t)
  const callers: string[] = []
  let current = provider
  let challenge: ScopeChallenge | null = null
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/.well-known/oauth-protected-resource/mcp')
        return json(response, 200, {
          resource: url,
          authorization_servers: [current.url],
          scopes_supported: options.scopes ?? ['files.read'],
          bearer_methods_supported: ['header'],
        })
      if (!request.url?.startsWith('/mcp')) return json(response, 404, { error: 'not_found' })
      const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
      const accepted = token === undefined ? null : await current.accepts(token)
      if (token === undefined && options.keyless) {
        response.setHeader('www-authenticate', options.keyless.header)
        return json(response, options.keyless.status, { error: 'insufficient_scope' })
      }
      if (!accepted || accepted.audience !== url) {
        const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
        const error = token === undefined ? '' : 'error="invalid_token", '
        response.setHeader('www-authenticate', `Bearer ${error}resource_metadata="${metadata}"`)
        return json(response, 401, { error: 'invalid_token' })
      }
      callers.push(accepted.account)
      const body = await buffer(request)
      const lacks = challenge && !accepted.scope.split(' ').includes(challenge.scope ?? ' ')
      if (lacks && body.includes('"tools/call"')) {
        response.setHeader('www-authenticate', challenge!.header)
        return json(response, challenge!.status, { error: 'insufficient_scope' })
      }
      await forward(inner.url, { request, body }, response)
    })().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `${origin}/mcp`
  return {
    url,
    callers,
    requests: inner.requests,
    askForScope: (next) => void (challenge = next),
    moveTo: (next) => void (current = next),
  }
}

async function forward(
  url: string,
  { request, body }: { request: IncomingMessage; body: Buffer },
  response: ServerResponse,
): Promise<void> {
  const headers = without(request.headers, ['host', 'connection', 'content-length', 'transfer-encoding'])
  const answer = await fetch(url, {
    method: request.method ?? 'GET',
    headers,
    ...(request.method === 'POST' && { body: body as BodyInit }),
  })

  response.writeHead(
    answer.status,
    without(Object.fromEntries(answer.headers), ['content-encoding', 'content-length']),
  )
  response.flushHeaders()
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response)
  else response.end()
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

const without = (headers: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => [name, String(value)]),
  )
