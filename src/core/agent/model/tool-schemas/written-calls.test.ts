import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANTHROPIC_TOOLS, GOOGLE_TOOLS } from './dialects.ts'
import { createToolWriter } from './written-tools.ts'

test('numbers keep their digits under a renamed key [agent.provider.tool-schemas]', () => {
  const inputSchema = { type: 'object', properties: { 'order id': {} } }
  const written = createToolWriter(ANTHROPIC_TOOLS).write([{ name: 'tool', description: '', inputSchema }])
  const call = { id: 'c', name: 'tool', input: '{"order_id": 7615917337495251231}' }
  assert.equal(written.original(call).input, '{"order id":7615917337495251231}')
})

test('Google gets names that begin with a letter, also in choice and history [agent.provider.tool-schemas]', () => {
  const tools = [{ name: '2fa-reset', description: '', inputSchema: { type: 'object' } }]
  const written = createToolWriter(GOOGLE_TOOLS).write(tools)
  const result = { id: 'c', name: '2fa-reset', text: 'done', failed: false }
  const request = written.request({
    tools,
    toolChoice: { name: '2fa-reset' },
    messages: [{ role: 'tool', results: [result] }],
  })
  const name = request.tools[0]!.name
  assert.match(name, GOOGLE_TOOLS.name)
  assert.deepEqual(request.toolChoice, { name })
  assert.deepEqual(request.messages, [{ role: 'tool', results: [{ ...result, name }] }])
  assert.equal(written.original({ id: 'c', name, input: '{}' }).name, '2fa-reset')
})
