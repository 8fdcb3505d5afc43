import assert from 'node:assert/strict'
import { test } from 'node:test'
import { freshMsOf, readClientDocument } from './client-id-document.ts'
import { isAllowedDocument, isDocumentAddress, isDocumentEntry } from './document-address.ts'

const ID = 'https://claude.ai/oauth/client.json'
const DOCUMENT = {
  client_id: ID,
  client_name: 'Claude\u202e',
  redirect_uris: ['https://claude.ai/cb', 'http://localhost/cb'],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
}

test('a client id is a document’s address when it has one spelling, https and a path [mcp.oauth.documents]', () => {
  for (const [id, expected] of [
    [ID, true],
    ['https://claude.ai:8443/client', true],
    ['https://claude.ai/', false],
    ['https://claude.ai', false],
    ['http://claude.ai/client', false],
    ['https://CLAUDE.ai/client', false],
    ['https://claude.ai/a/../client', false],
    ['https://claude.ai/a/%2e%2e/client', false],
    ['https://user@claude.ai/client', false],
    ['https://claude.ai/client#part', false],
    ['https://claude.ai:443/client', false],
    [`https://claude.ai/${'x'.repeat(1000)}`, false],
    ['8c2f3a70-0000-4000-8000-000000000000', false],
  ] as const)
    assert.equal(isDocumentAddress(id), expected, id)
})

test('only listed hosts are allowed: a host with its port, or one address [mcp.oauth.documents]', () => {
  for (const [id, allowed, expected] of [
    [ID, ['claude.ai'], true],
    [ID, [ID], true],
    [ID, [], false],
    [ID, ['https://claude.ai/oauth/other.json'], false],
    [ID, ['ai', 'laude.ai', '*.ai'], false],
    ['https://claude.ai.evil.example/c', ['claude.ai'], false],
    ['https://claude.ai:8443/c', ['claude.ai'], false],
    ['https://claude.ai:8443/c', ['claude.ai:8443'], true],
  ] as const)
    assert.equal(isAllowedDocument(id, allowed), expected, `${id} by ${allowed.join()}`)
  for (const [entry, expected] of [
    ['claude.ai', true],
    ['claude.ai:8443', true],
    [ID, true],
    ['https://claude.ai', false],
    ['http://claude.ai/c', false],
    ['claude.ai/c', false],
    ['', false],
  ] as const)
    assert.equal(isDocumentEntry(entry), expected, entry)
})

test('a document describes the program at its own address, and no other [mcp.oauth.documents]', () => {
  const read = (changes: object, answer: object = {}) => {
    const text = JSON.stringify({ ...DOCUMENT, ...changes })
    return readClientDocument(ID, { status: 200, contentType: 'application/json', text, ...answer })
  }
  const good = read({})
  assert.deepEqual(good.ok && good.value, { name: 'Claude', redirectUris: DOCUMENT.redirect_uris })
  assert.ok(read({ token_endpoint_auth_method: undefined, client_name: 7 }).ok)
  assert.ok(read({}, { contentType: 'application/client+json; charset=utf-8' }).ok)
  for (const [changes, answer, why] of [
    [{ client_id: `${ID}/` }, {}, /another program/],
    [{ client_id: undefined }, {}, /client_id/],
    [{ redirect_uris: [] }, {}, /redirect_uris/],
    [{ redirect_uris: ['http://evil.example/cb'] }, {}, /redirect_uris/],
    [{ client_secret: 'x' }, {}, /client_secret/],
    [{ token_endpoint_auth_method: 'private_key_jwt' }, {}, /authentication/],
    [{ grant_types: ['client_credentials'] }, {}, /grant/],
    [{}, { status: 302 }, /302/],
    [{}, { contentType: 'text/html' }, /not JSON/],
    [{}, { contentType: null }, /not JSON/],
    [{}, { text: '{' }, /is invalid/],
    [{}, { text: '[]' }, /is invalid/],
  ] as const) {
    const refused = read(changes, answer)
    assert.match(refused.ok ? '' : refused.refusal, why)
  }
})

test('a document counts as long as it says, from a minute to a day [mcp.oauth.documents]', () => {
  for (const [header, seconds] of [
    [null, 300],
    ['public', 300],
    ['public, max-age=3600', 3600],
    ['max-age=0', 60],
    ['no-store', 60],
    ['max-age=3600, no-cache', 60],
    ['MAX-AGE="7200"', 7200],
    ['max-age=999999999999', 86_400],
    ['s-maxage=7200', 300],
  ] as const)
    assert.equal(freshMsOf(header), seconds * 1000, String(header))
})
