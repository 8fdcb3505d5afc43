import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { destinationOf, isRedirectUri, isRegistered } from './redirect-uri.ts'

test('a redirect address uses https, this computer or a private scheme [mcp.oauth.redirect]', () => {
  for (const [uri, expected] of [
    ['https://claude.ai/api/mcp/auth_callback', true],
    ['http://localhost:33418/callback', true],
    ['http://127.0.0.1/', true],
    ['http://[::1]:9/cb', true],
    ['cursor://anysphere.cursor-mcp/oauth/callback', true],
    ['com.example.app:/oauth', true],
    ['http://example.com/cb', false],
    ['http://localhost.evil.example/cb', false],
    ['https://user@claude.ai/cb', false],
    ['https://claude.ai/cb#part', false],
    ['javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['blob:https://claude.ai/x', false],
    ['view-source:https://claude.ai/', false],
    ['/callback', false],
    ['https://claude.ai/ cb', false],
    ['https://claude.ai/\ncb', false],
    ['', false],
    [`https://claude.ai/${'x'.repeat(2000)}`, false],
  ] as const)
    assert.equal(isRedirectUri(uri), expected, uri)
})

test('a redirect address must be registered, on this computer with any port [mcp.oauth.redirect]', () => {
  const registered = [
    'https://claude.ai/cb',
    'http://127.0.0.1:1234/cb',
    'http://[::1]/cb',
    'http://localhost:1/cb2?a=b',
  ]
  for (const [uri, expected] of [
    ['https://claude.ai/cb', true],
    ['https://claude.ai/cb?x=1', false],
    ['https://claude.ai/cb/', false],
    ['https://claude.ai:8443/cb', false],
    ['https://CLAUDE.ai/cb', false],
    ['http://127.0.0.1:9999/cb', true],
    ['http://127.0.0.1/cb', true],
    ['http://127.0.0.1:9999/other', false],
    ['http://127.0.0.1:9999/x/../cb', false],
    ['http://127.0.0.1:9999/c%62', false],
    ['http://127.0.0.1:9999/cb?x=1', false],
    ['http://127.0.0.1:99999/cb', false],
    ['http://127.0.0.1:9999', false],
    ['http://[::1]:9999/cb', true],
    ['http://localhost:9999/cb2?a=b', true],
    ['http://localhost:9999/cb2', false],
    ['http://localhost.evil.example:1/cb2?a=b', false],
    ['http://127.0.0.2:1234/cb', false],
    ['http://localhost:1234/cb', false],
    ['https://127.0.0.1:1234/cb', false],
  ] as const)
    assert.equal(isRegistered(uri, registered), expected, uri)
})

test('every accepted address leads to the address that the person sees [mcp.oauth.redirect]', () => {
  assert.deepEqual(destinationOf('https://claude.ai/cb'), { kind: 'site', name: 'claude.ai' })
  assert.deepEqual(destinationOf('http://localhost:9/cb'), { kind: 'machine', name: 'localhost:9' })
  assert.deepEqual(destinationOf('cursor://x/y'), { kind: 'program', name: 'cursor' })
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.webUrl({ withFragments: true, withQueryParameters: true })),
      (text) => {
        if (!isRedirectUri(text)) return
        const { kind, name } = destinationOf(text)
        assert.ok(kind !== 'site' || (text.startsWith('https:') && name === new URL(text).host))
      },
    ),
  )
})
