import type { IncomingMessage } from 'node:http'
import { extname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import type { McpServer } from '@agentclientprotocol/sdk'
import { createMcpHandler, type McpHttpHandler } from '@modelcontextprotocol/server'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { closeGracefully, createHttpServer, listen } from '#ground/base/http-server.ts'
import { newToken, sha256 } from '#ground/base/ids.ts'
import { linesWithMarkedCalls } from './tool-server/marked-calls.ts'
import { answerWith } from './tool-server/node-http.ts'
import { createToolServer, type ToolServerDeps } from './tool-server/server.ts'

export const SERVER_NAME = 'hub'

export interface OpenTools extends AsyncDisposable {
  serverFor(capabilities: { http?: boolean }): McpServer
}

/** Serves the Hub's tools to agent processes on the loopback interface. Each process has its own token. */
export interface ToolEndpoint extends AsyncDisposable {
  open(tools: Pick<ToolServerDeps, 'toolbox' | 'call'>): Promise<OpenTools>
}

interface Opened {
  handler: McpHttpHandler
  tools: ToolServerDeps
  streams: Set<Duplex>
}

/** `relay` has the extension of this file: `.ts` in a checkout, `.js` in a build. */
const RELAY = join(import.meta.dirname, `relay${extname(import.meta.filename)}`)

export function createToolEndpoint({ version }: { version: string }): ToolEndpoint {
  const opened = new Map<string, Opened>()
  const openedBy = ({ headers }: IncomingMessage): Opened | undefined => {
    const [, token] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
    // Refuses web pages on this machine, which send an `Origin` header, and DNS rebinding, which sends another `Host`.
    const isForeign = headers.origin !== undefined || headers.host !== new URL(url).host
    return token && !isForeign ? opened.get(sha256(token)) : undefined
  }
  const server = createHttpServer((request, response) => {
    const tools = openedBy(request)
    if (!tools) return void response.writeHead(401).end()
    answerWith(tools.handler.fetch, request, response).catch(() => response.destroy())
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy())
    const found = openedBy(request)
    if (!found || request.headers.upgrade !== 'mcp-stdio')
      return void socket.end('HTTP/1.1 401 Unauthorized\r\nconnection: close\r\n\r\n')
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: Upgrade\r\nupgrade: mcp-stdio\r\n\r\n')
    found.streams.add(socket)
    const transport = new StdioServerTransport(linesWithMarkedCalls(socket), socket)
    const served = serveStdio(() => createToolServer(found.tools), { transport })
    socket.once('end', () => socket.end())
    socket.once('close', () => {
      found.streams.delete(socket)
      served.close().catch(() => {})
    })
  })
  let url = ''
  let listening: Promise<string> | undefined

  return {
    async open(tools) {
      url = await (listening ??= listen(server, { host: '127.0.0.1', port: 0, variable: '' }))
      const token = newToken()
      const deps: ToolServerDeps = {
        ...tools,
        identity: { name: SERVER_NAME, title: 'Hub Service', version },
        instructions: 'Tools of the Hub this conversation belongs to. They act for the person who asks.',
      }
      const handler = createMcpHandler(() => createToolServer(deps))
      const key = sha256(token)
      const streams = new Set<Duplex>()
      opened.set(key, { handler, tools: deps, streams })
      return {
        serverFor: ({ http }) => (http ? overHttp(`${url}/mcp`, token) : overStdio(`${url}/mcp`, token)),
        async [Symbol.asyncDispose]() {
          opened.delete(key)
          for (const stream of streams) stream.destroy()
          await handler.close()
        },
      }
    },
    async [Symbol.asyncDispose]() {
      if (!listening) return
      await listening
      await closeGracefully(server, 0)
    },
  }
}

const overHttp = (url: string, token: string): McpServer => ({
  type: 'http',
  name: SERVER_NAME,
  url,
  headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
})

const overStdio = (url: string, token: string): McpServer => ({
  name: SERVER_NAME,
  command: process.execPath,
  args: [RELAY],
  env: [
    { name: 'HUB_TOOLS_URL', value: url },
    { name: 'HUB_TOOLS_TOKEN', value: token },
  ],
})
