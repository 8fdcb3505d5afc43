import assert from 'node:assert/strict'
import { test } from 'node:test'
import { said, saying, startTestBridge } from '../support/bridge.ts'
import { program } from '../support/mcp-hub.ts'

const mcpJson = (servers: object) => ({ 'mcp.json': JSON.stringify({ mcpServers: servers }) })
const environment = { PATH: process.env.PATH ?? '' }

test('an outside server’s tool answers in a chat, and its picture is a chat file with a link that opens [agent.mcp.chat]', async (t) => {
  const bridge = await startTestBridge(t, { files: mcpJson({ shed: program('garden-stdio') }), environment })
  assert.match(await said(await bridge.complete(saying('/tool shed__greet {"name":"Ada"}'))), /Hello Ada/)
  const text = await said(await bridge.complete(saying('/tool shed__photo {}')))
  const [, link] = /photo\.png, 70 bytes: (\S+)\]/.exec(text) ?? []
  assert.ok(link)
  const { pathname, search } = new URL(link, bridge.url)
  const file = await fetch(bridge.url + pathname + search)
  assert.equal(file.headers.get('content-type'), 'image/png')
  assert.equal((await file.arrayBuffer()).byteLength, 70)
})

test('a restricted outside tool is refused to a person without the capability [agent.mcp.restricted]', async (t) => {
  const hub = { restricted: { capability: 'use_shed', label: 'Use the shed', group: 'Shed' } }
  const bridge = await startTestBridge(t, {
    files: mcpJson({ shed: program('garden-stdio', [], { hub }) }),
    environment,
  })
  const text = await said(await bridge.complete(saying('/tool shed__greet {"name":"Ada"}')))
  assert.match(text, /Use the shed/)
  assert.doesNotMatch(text, /Hello Ada/)
})
