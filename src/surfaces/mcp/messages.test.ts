import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseJson } from '#ground/base/json/parse.ts'
import { exactRpcMessage } from '#ground/base/json/rpc-message.ts'
import { cancelledIn, isRequestId, malformedParameters, withoutNulls } from './messages.ts'

const request = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params !== undefined && { params }),
})

test('nulls of parameters are absent, those within arguments stay [mcp.nulls]', () => {
  const params = { cursor: null, _meta: { progressToken: null, mine: 1 }, arguments: { a: null } }
  assert.deepEqual(
    withoutNulls(request('tools/list', params)),
    request('tools/list', { _meta: { mine: 1 }, arguments: { a: null } }),
  )
  const capabilities = { sampling: null, roots: { listChanged: null }, experimental: { mine: {} } }
  const client = { capabilities, clientInfo: { name: 'a', version: '1', title: null } }
  assert.deepEqual(
    withoutNulls(request('initialize', { protocolVersion: '2025-06-18', ...client })),
    request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: { roots: {}, experimental: { mine: {} } },
      clientInfo: { name: 'a', version: '1' },
    }),
  )
  assert.deepEqual(withoutNulls([request('ping', null)]), [request('ping')])
  assert.deepEqual(withoutNulls(request('ping', { _meta: null })), request('ping', {}))
  assert.deepEqual(withoutNulls({ ...request('ping'), id: null }), { ...request('ping'), id: null })
})

test('any JSON is read, and a value without nulls stays the same [mcp.nulls]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (params, other) => {
      const message = request('tools/list', params)
      const read = withoutNulls(message)
      if (!JSON.stringify(params).includes('null'))
        assert.equal(JSON.stringify(read), JSON.stringify(message))
      withoutNulls(other)
      malformedParameters(message)
      cancelledIn(other)
    }),
  )
})

test('malformed parameters are named in one sentence [mcp.bad-input]', () => {
  const info = { name: 'a', version: '1' }
  for (const [method, params, sentence] of [
    ['initialize', undefined, 'The parameter protocolVersion of initialize is missing.'],
    [
      'initialize',
      { protocolVersion: '2025-06-18', capabilities: {} },
      'The parameter clientInfo of initialize is missing.',
    ],
    [
      'initialize',
      { protocolVersion: 7, capabilities: {}, clientInfo: info },
      'The parameter protocolVersion of initialize must be a string.',
    ],
    ['tools/list', { cursor: 7 }, 'The parameter cursor of tools/list must be a string.'],
    ['tools/list', [], 'The parameters of tools/list must be an object.'],
    ['ping', { _meta: 7 }, 'The parameter _meta of ping must be an object.'],
    ['tools/call', {}, 'The parameter name of tools/call is missing.'],
    ['tools/call', { name: 'a', arguments: [] }, 'The parameter arguments of tools/call must be an object.'],
    ['resources/read', { uri: {} }, 'The parameter uri of resources/read must be a string.'],
    ['completion/complete', { ref: { type: 'x' } }, 'The parameter ref of completion/complete is malformed.'],
    ['ping', { _meta: { progressToken: 1.5 } }, 'The parameter _meta.progressToken of ping is malformed.'],
    ['no/such', 7, null],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: info }, null],
    ['ping', undefined, null],
  ] as const)
    assert.equal(malformedParameters(request(method, params)), sentence)
})

test('ids are texts and whole numbers of any size [mcp.numbers]', () => {
  const idIn = (id: string) =>
    (exactRpcMessage(parseJson(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`), new Set()) as { id: unknown })
      .id
  for (const id of ['0', '-7', '"7"', '""', '9007199254740993', '1.0', `1${'0'.repeat(40)}`])
    assert.ok(isRequestId(idIn(id)), id)
  for (const id of ['1.5', '1.50', '9007199254740993.5', 'null', 'true', '[]', '{}'])
    assert.ok(!isRequestId(idIn(id)), id)
})

test('a notification cancels requests by ids of their own type [mcp.cancel]', () => {
  const cancelled = (requestId: unknown) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId, reason: 'Stop' },
  })
  assert.deepEqual(cancelledIn([cancelled(1), request('ping'), cancelled('1'), cancelled({})]), [1, '1'])
})
