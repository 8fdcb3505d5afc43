#!/usr/bin/env bash
# The MCP client for TypeScript loses a whole list for one tool, and waits for an answer that cannot come any more.
#
# 1. `tools/list` with two tools, one of whose `inputSchema` has no `type`: the list is refused whole, so that the program has no tool.
# 2. `tools/call` is answered by an event stream that ends without the result: the call is not settled, although no event id was
#    sent that could be resumed. It ends with the caller's own time limit.
#
# Package: @modelcontextprotocol/client 2.4.0. Seen on 29 November 2026 with Node 20 and 24.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund @modelcontextprotocol/client@2.4.0

cat >server.mjs <<'JS'
import { createServer } from 'node:http'
export const serve = (answer) => new Promise((resolve) => {
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const piece of request) text += piece
    if (request.method !== 'POST') return response.writeHead(405).end()
    const message = JSON.parse(text)
    if (message.id === undefined) return response.writeHead(202).end()
    const reply = (result) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ jsonrpc: '2.0', id: message.id, result }))
    if (message.method === 'initialize') return reply({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } })
    answer(message, reply, response)
  }).listen(0, '127.0.0.1', () => resolve({ url: new URL(`http://127.0.0.1:${server.address().port}/mcp`), close: () => { server.closeAllConnections(); server.close() } }))
})
JS

cat >try.mjs <<'JS'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { serve } from './server.mjs'
const connect = async (url) => { const client = new Client({ name: 'c', version: '1' }); await client.connect(new StreamableHTTPClientTransport(url)); return client }
const good = { name: 'good', inputSchema: { type: 'object' } }
{
  const server = await serve((message, reply) => message.method === 'tools/list' ? reply({ tools: [good, { name: 'untyped', inputSchema: { properties: {} } }] }) : reply({}))
  const client = await connect(server.url)
  console.log('one tool without a type:', await client.listTools().then(({ tools }) => `${tools.length} tools`, (error) => `error: ${error.message.slice(0, 29)}`))
  await client.close(); server.close()
}
{
  const server = await serve((message, reply, response) => message.method === 'tools/call' ? response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': no answer\n\n') : reply({ tools: [good] }))
  const client = await connect(server.url)
  const call = client.callTool({ name: 'good', arguments: {} }, { timeout: 600_000 }).then(() => 'answered', (error) => `error: ${error.message}`)
  console.log('a stream that ended without the answer, 10 s later:', await Promise.race([call, new Promise((r) => setTimeout(r, 10_000, 'still waiting'))]))
  server.close()
}
process.exit(0)
JS

node try.mjs | tee output.txt
cat >expected.txt <<'TEXT'
one tool without a type: error: Invalid result for tools/list
a stream that ended without the answer, 10 s later: still waiting
TEXT
diff expected.txt output.txt
