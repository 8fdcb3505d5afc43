import assert from 'node:assert/strict'
import { test } from 'node:test'
import { discoverResource } from './resource.ts'

test('authorization servers and scopes of an unknown form cost no others', async () => {
  const url = 'https://tools.example/mcp'
  const metadata = {
    resource: url,
    authorization_servers: [null, 'ftp://old.example', 'https://sign-in.example'],
    scopes_supported: ['read', 7, 'write'],
  }
  const outgoing = async (address: string | URL) =>
    String(address) === url ? new Response(null, { status: 401 }) : Response.json(metadata)
  assert.deepEqual(await discoverResource(url, outgoing), {
    resource: url,
    authorizationServer: 'https://sign-in.example',
    scope: 'read write',
  })
})
