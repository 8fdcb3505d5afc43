import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, saying, startTestBridge } from '../support/bridge.ts'
import { program } from '../support/mcp-hub.ts'
import { calls, says, startUpstream, type RecordedRequest } from '../support/upstream.ts'

const toolsOf = ({ body }: RecordedRequest): string[] => (body.tools ?? []).map((tool) => tool.function.name)

test('of 200 tools of an MCP server, the model finds and calls the right ones [agent.on-demand]', async (t) => {
  await using upstream = await startUpstream()
  const bridge = await startTestBridge(t, {
    files: { 'mcp.json': JSON.stringify({ mcpServers: { desk: program('desk-stdio') } }) },
    environment: {
      PATH: process.env.PATH ?? '',
      SVC_MODEL: 'compatible/test-model',
      SVC_MODEL_BASE_URL: upstream.url,
    },
  })
  upstream.script(
    calls({ name: 'find_tools', input: { query: 'approve an invoice' } }),
    calls({ name: 'desk__approve_invoice', input: { id: 'R7' } }),
    says('Approved.'),
    says('Again.'),
  )
  const chat = { chat_id: 'c1' }
  assert.equal(await readText(await bridge.complete(saying('Approve invoice R7', chat))), 'Approved.')
  await (await bridge.complete(saying('And R8?', chat))).text()
  const [first, second, third, later] = upstream.requests
  assert.ok(toolsOf(first!).every((name) => !name.startsWith('desk__')))
  assert.ok(toolsOf(second!).includes('desk__approve_invoice'))
  assert.match(JSON.stringify(third!.body.messages), /approve invoice R7: done/)
  assert.deepEqual(toolsOf(later!), toolsOf(second!))
  assert.match(first!.text, /Not listed here: desk \(200\)/)
})
