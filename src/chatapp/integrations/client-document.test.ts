import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { redirectUriOf } from './authorization.ts'
import { clientDocumentFor } from './client-document.ts'

test('a public https address has a document whose address is its client id', () => {
  for (const origin of ['https://hub.example.com', 'https://hub.example:8443', 'https://8.8.8.8']) {
    const redirectUri = redirectUriOf(origin, 'garden')
    const document = clientDocumentFor(redirectUri)
    assert.ok(document)
    assert.equal(document.client_id, `${origin}/oauth/clients/mcp:garden/client.json`)
    assert.equal(new URL(document.client_id).href, document.client_id)
    assert.deepEqual(document.redirect_uris, [redirectUri])
    assert.equal('client_secret' in document, false)
  }
})

test('addresses that other servers cannot reach have none', () => {
  for (const origin of [
    'http://hub.example.com',
    'https://localhost',
    'https://localhost.',
    'https://a.localhost:8443',
    'https://127.0.0.1',
    'https://10.0.0.8',
    'https://[::1]',
    'https://[fd00::1]',
    'https://hub',
    'https://hub.local',
    'https://hub.corp.internal',
    'https://hub.home.arpa',
    'https://HUB.example.com',
    'https://user@hub.example.com',
    '',
  ])
    assert.equal(clientDocumentFor(redirectUriOf(origin, 'garden')), null, origin)
  assert.equal(clientDocumentFor('https://hub.example.com/oauth/clients/mcp:A/callback'), null)
})

test('no text makes it throw, and a document names its own redirect address alone', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
      const document = clientDocumentFor(`${text}/oauth/clients/mcp:a/callback`)
      assert.ok(document === null || document.client_id.startsWith('https://'))
    }),
  )
})
