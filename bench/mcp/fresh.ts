import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMcpHandler, Server } from '@modelcontextprotocol/server'
import { answerWith } from '#agent-process/tool-server/node-http.ts'

/** The pattern that the SDK documents: a new server for each request, without keys, access decisions and log. */
const handler = createMcpHandler(() => {
  const server = new Server({ name: 'bench', version: '1' }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/call', ({ params }) => ({
    content: [{ type: 'text', text: String(params.arguments?.text) }],
  }))
  return server
})
const server = createServer((request, response) => void answerWith(handler.fetch, request, response))
server.listen(0, '127.0.0.1', () =>
  process.send?.({ port: (server.address() as AddressInfo).port, key: 'none' }),
)
process.once('disconnect', () => process.exit(0))
