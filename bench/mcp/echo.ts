import type { AddressInfo } from 'node:net'
import { fastify } from 'fastify'

/** Lower bound of a tool call's cost: a plain fastify server that returns the call's text. */
const app = fastify()
app.post('/mcp', async ({ body }) => {
  const { id, params } = body as { id: number; params: { arguments: { text: string } } }
  return { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: params.arguments.text }] } }
})
await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ port: (app.server.address() as AddressInfo).port, key: 'none' })
process.once('disconnect', () => process.exit(0))
