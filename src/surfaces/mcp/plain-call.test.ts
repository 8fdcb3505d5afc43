import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { plainCall } from './plain-call.ts'

const HEADERS = {}
const legacy = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'echo', arguments: { a: 1 } } }
const modern = {
  ...legacy,
  params: {
    ...legacy.params,
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    },
  },
}
const MODERN_HEADERS = {
  ...HEADERS,
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': 'tools/call',
  'mcp-name': 'echo',
}

test('a call without anything unusual is read, of either era', () => {
  const call = { id: 1, name: 'echo', arguments: { a: 1 } }
  assert.deepEqual(plainCall(legacy, HEADERS), { ...call, isModern: false })
  const { traceparent } = modern.params['_meta']
  assert.deepEqual(plainCall(modern, MODERN_HEADERS), { ...call, isModern: true, traceparent })
})

test('no header of the modern era may be missing or another', () => {
  for (const name of ['mcp-protocol-version', 'mcp-method', 'mcp-name'])
    for (const value of [undefined, 'other'])
      assert.equal(plainCall(modern, { ...MODERN_HEADERS, [name]: value }), null, name)
})

test('every call that the SDK must check goes to the SDK', () => {
  const { params } = legacy
  for (const body of [
    [legacy],
    { ...legacy, jsonrpc: '1.0' },
    { ...legacy, id: null },
    { ...legacy, id: 1.5 },
    { ...legacy, method: 'tools/list' },
    { ...legacy, params: [] },
    { ...legacy, result: {} },
    { ...legacy, params: { ...params, name: 7 } },
    { ...legacy, params: { ...params, arguments: [] } },
    { ...legacy, params: { ...params, task: {} } },
    { ...legacy, params: { ...params, _meta: { progressToken: 1 } } },
    { ...legacy, params: { ...params, _meta: { traceparent: 7 } } },
    { ...legacy, params: { ...params, _meta: { 'io.modelcontextprotocol/related-task': {} } } },
    { ...legacy, params: { ...params, _meta: null } },
  ])
    assert.equal(plainCall(body, HEADERS), null, JSON.stringify(body))
  assert.equal(plainCall(legacy, { ...HEADERS, 'mcp-protocol-version': '2026-07-28' }), null)
})

test('anything at all is either a call with a name or left to the SDK', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (params, id) => {
      const call = plainCall({ ...legacy, id, params }, HEADERS)
      if (call) assert.equal(typeof call.name, 'string')
    }),
  )
})
