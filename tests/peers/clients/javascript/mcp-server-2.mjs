// A server with version 2 of the official SDK: over stdio, or over HTTP at `PEER_PORT`.
import { createServer } from 'node:http'
import { toNodeHandler } from '@modelcontextprotocol/node'
import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { addTools, text } from './peer-tools.mjs'

const create = () =>
  addTools(new McpServer({ name: 'peer', version: '1' }), ({ mcpReq }) => ({
    signal: mcpReq.signal,
    async progress(progress) {
      const { _meta: meta } = mcpReq
      const progressToken = meta?.progressToken
      if (progressToken !== undefined)
        await mcpReq.notify({
          method: 'notifications/progress',
          params: { progressToken, progress, total: 3 },
        })
    },
    ask(params) {
      const answer = mcpReq.inputResponses?.bed
      return answer
        ? text(`answer: ${answer.action}`)
        : inputRequired({ inputRequests: { bed: inputRequired.elicit(params) } })
    },
  }))

if (process.env.PEER_PORT)
  createServer(toNodeHandler(createMcpHandler(create))).listen(Number(process.env.PEER_PORT), '127.0.0.1')
else serveStdio(create)
