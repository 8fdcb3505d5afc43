import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readAuthorizationRequest } from './authorization-request.ts'

const read = (address: string) => {
  const { pathname, search } = new URL(address, 'http://hub.example')
  return readAuthorizationRequest({ pathname, search })
}

test('the Hub is in the path, or in the query as earlier releases wrote it [mcp.oauth.address]', () => {
  for (const [address, hub] of [
    ['/portal/mcp/authorize/lab?client_id=a', 'lab'],
    ['/portal/mcp/authorize/lab/?client_id=a', 'lab'],
    ['/portal/mcp/authorize/lab?hub=other&client_id=a', 'lab'],
    ['/portal/mcp/authorize/caf%C3%A9?client_id=a', 'café'],
    ['/portal/mcp/authorize?hub=lab&client_id=a', 'lab'],
    ['/portal/mcp/authorize/?hub=lab&client_id=a', 'lab'],
    ['/portal/mcp/authorize?hub=lab?client_id=a', 'lab'],
    ['/portal/mcp/authorize?hub=lab%3Fclient_id%3Da', 'lab'],
    ['/portal/mcp/authorize?client_id=a', undefined],
    ['/portal/mcp/authorize/%E0%A4%A?client_id=a', undefined],
  ] as const)
    assert.deepEqual(read(address), { ...(hub && { hub }), client_id: 'a' }, address)
})

test('every parameter arrives as the program wrote it, whichever way it appended them [mcp.oauth.address]', () => {
  const value = fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => text.isWellFormed())
  const parameters = fc.record({ client_id: value, state: value, redirect_uri: value, resource: value })
  fc.assert(
    fc.property(parameters, (given) => {
      const query = new URLSearchParams(given)
      for (const address of [
        `/mcp/authorize/lab?${query}`,
        `/mcp/authorize?hub=lab&${query}`,
        `/mcp/authorize?hub=lab?${query}`,
      ])
        assert.deepEqual(read(address), { hub: 'lab', ...given }, address)
    }),
  )
})
