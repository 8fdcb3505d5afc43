// A server with version 1 of the official SDK: over stdio, or over HTTP at `PEER_PORT`.
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { addTools, text } from './peer-tools.mjs'

const create = () => {
  const server = new McpServer({ name: 'peer', version: '1' })
  return addTools(server, ({ signal, _meta, sendNotification }) => ({
    signal,
    async progress(progress) {
      const progressToken = _meta?.progressToken
      if (progressToken !== undefined)
        await sendNotification({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 3 },
        })
    },
    ask: async (params) => text(`answer: ${(await server.server.elicitInput(params)).action}`),
  }))
}

if (process.env.PEER_PORT) {
  const transports = new Map()
  createServer(async (request, response) => {
    let transport = transports.get(request.headers['mcp-session-id'])
    if (!transport) {
      transport = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        onsessioninitialized: (id) => void transports.set(id, transport),
      })
      await create().connect(transport)
    }
    await transport.handleRequest(request, response)
  }).listen(Number(process.env.PEER_PORT), '127.0.0.1')
} else await create().connect(new StdioServerTransport())
