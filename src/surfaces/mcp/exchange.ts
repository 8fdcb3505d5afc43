import {
  classifyInboundRequest,
  createMcpHandler,
  WebStandardStreamableHTTPServerTransport,
  type Server,
} from '@modelcontextprotocol/server'
import type { FastifyRequest } from 'fastify'
import { isEventStream } from '#ground/base/event-stream/send.ts'
import type { Visit } from './server.ts'

export interface ExchangeDeps {
  serverFor(visit: Visit): Server
  onTroubled(error: unknown): void
}

export type McpExchange = ReturnType<typeof createExchange>

export function createExchange({ serverFor, onTroubled }: ExchangeDeps) {
  const modern = createMcpHandler(({ authInfo }) => serverFor(authInfo!.extra as unknown as Visit), {
    legacy: 'reject',
    onerror: onTroubled,
  })

  /** Handles revisions that begin with a handshake. The SDK's own handler would always respond with a stream. */
  const answerHandshake = async (parsedBody: unknown, request: Request, visit: Visit): Promise<Response> => {
    const server = serverFor(visit)
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !visit.isStreamed })
    Object.assign(transport, { onerror: onTroubled })
    await server.connect(transport)
    // The signal aborts at the latest when the connection closes, so no server stays open.
    request.signal.addEventListener('abort', () => void server.close().catch(onTroubled), { once: true })
    const response = await transport.handleRequest(request, { parsedBody })
    return Array.isArray(parsedBody) ? asBatch(response) : response
  }

  return {
    async answer(
      body: unknown,
      { headers }: Pick<FastifyRequest, 'headers'>,
      visit: Visit,
      signal: AbortSignal,
    ): Promise<Response> {
      const ofProtocol = Object.entries(headers).filter(([name]) => name.startsWith('mcp-'))
      const request = new Request('http://127.0.0.1/mcp', {
        method: 'POST',
        headers: [
          ...ofProtocol.map(([name, value]): [string, string] => [name, String(value)]),
          ...NEGOTIATED,
        ],
        signal,
      })
      if (isHandshakeRequest(body, request.headers)) return answerHandshake(body, request, visit)
      const authInfo = { token: '', clientId: visit.caller.email!, scopes: [], extra: { ...visit } }
      return modern.fetch(request, { parsedBody: body, authInfo })
    },
    close: () => modern.close(),
  }
}

/** The SDK responds to a batch of one request without the enclosing list. */
async function asBatch(response: Response): Promise<Response> {
  if (response.status !== 200 || isEventStream(response.headers.get('content-type'))) return response
  const text = await response.text()
  return new Response(text.startsWith('{') ? `[${text}]` : text, response)
}

const NEGOTIATED: readonly [string, string][] = [
  ['accept', 'application/json, text/event-stream'],
  ['content-type', 'application/json'],
]

const isHandshakeRequest = (body: unknown, headers: Headers): boolean => {
  const header = (name: string) => headers.get(name) ?? undefined
  const inbound = {
    httpMethod: 'POST',
    body,
    protocolVersionHeader: header('mcp-protocol-version'),
    mcpMethodHeader: header('mcp-method'),
    mcpNameHeader: header('mcp-name'),
  }
  return classifyInboundRequest(inbound).kind === 'legacy'
}
