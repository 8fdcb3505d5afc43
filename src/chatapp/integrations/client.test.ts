import assert from 'node:assert/strict'
import { test } from 'node:test'
import { applicationType, authenticationBy } from './client.ts'

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

test('HTTP Basic leaves the characters unencoded that forms leave unencoded [integrations.odd-answers]', () => {
  const credentials = (id: string, secret: string) => {
    const headers = new Headers()
    const authenticate = authenticationBy(secret, 'basic')
    authenticate({ issuer: 'https://desk.test' }, { client_id: id }, new URLSearchParams(), headers)
    return Buffer.from(headers.get('authorization')!.replace(/^Basic /, ''), 'base64').toString()
  }
  assert.equal(credentials('hub-service_1.0', 'a-b_c.d'), 'hub-service_1.0:a-b_c.d')
  assert.equal(credentials('a:b', 'c d%é'), 'a%3Ab:c+d%25%C3%A9')
})
