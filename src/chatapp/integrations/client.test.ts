import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationType } from './client.ts'

test('a client that is called back on this machine registers as native, any other as web [integrations.mcp]', () => {
  for (const [uri, expected] of [
    ['http://localhost:3080/oauth/clients/mcp:a/callback', 'native'],
    ['http://127.0.0.1:3080/oauth/clients/mcp:a/callback', 'native'],
    ['http://[::1]:3080/oauth/clients/mcp:a/callback', 'native'],
    ['http://localhost/', 'native'],
    ['https://hub.example/oauth/clients/mcp:a/callback', 'web'],
    ['https://localhost/oauth/clients/mcp:a/callback', 'web'],
    ['http://localhost.evil.example/callback', 'web'],
    ['http://192.168.0.7:3080/callback', 'web'],
  ] as const)
    assert.equal(applicationType(uri), expected, uri)
})
