import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TestContext } from 'node:test'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { createGarden } from '../fixtures/mcp-servers/garden.ts'

export interface SeenRequest {
  method: string
  /** JSON-RPC method; null if the body has none. */
  call: string | null
  headers: IncomingMessage['headers']
}

export interface McpWebServer {
  readonly url: string
  readonly port: number
  readonly requests: SeenRequest[]
  kill(): Promise<void>
}

export interface McpWebServerOptions {
  port?: number
  /** Default: the garden server. */
  handler?: Pick<McpHttpHandler, 'fetch'>
  /** Responds instead of the server, unless it returns false. */
  answer?(request: SeenRequest & { body: string; path: string }, response: ServerResponse): boolean
}

export async function startMcpWebServer(
  t: TestContext,
  options: McpWebServerOptions = {},
): Promise<McpWebServer> {
  const handler = options.handler ?? createMcpHandler(() => createGarden())
  const requests: SeenRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const body = await Readable.from(request).reduce((text: string, chunk) => text + String(chunk), '')
      const { method = 'GET', headers } = request
      const seen = { method, headers, call: callOf(body) }
      requests.push(seen)
      if (options.answer?.({ ...seen, body, path: request.url ?? '/' }, response)) return
      await pass(handler, request, body, response)
    })().catch(() => response.destroy())
  })
  server.listen(options.port ?? 0, '127.0.0.1')
  await once(server, 'listening')
  const kill = () => killed(server)
  t.after(kill)
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/mcp`, port, requests, kill }
}

async function pass(
  handler: Pick<McpHttpHandler, 'fetch'>,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  const answer = await handler.fetch(
    new Request(`http://127.0.0.1${request.url}`, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
      ...(body !== '' && { body }),
      signal: gone.signal,
    }),
  )
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  response.flushHeaders()
  if (answer.body) await pipeline(Readable.fromWeb(answer.body as never), response)
  else response.end()
}

const callOf = (body: string): string | null => {
  try {
    return (JSON.parse(body) as { method?: string }).method ?? null
  } catch {
    return null
  }
}

const killed = async (server: Server): Promise<void> => {
  if (!server.listening) return
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
