import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { MAX_SCOPE_CHARACTERS, readScopes } from './oauth-scopes.ts'
import { readWiderConsent, widerConsentQuery } from './wider-consent.ts'

const place = { accountId: 'pat', provider: 'beds' }
const secret = 'a secret only tests know'

const read = (query: string, change: Partial<typeof place & { secret: string }> = {}) => {
  const { scope, proof } = Object.fromEntries(new URLSearchParams(query))
  return readWiderConsent({ scope, proof }, { secret, ...place, ...change })
}

test('scopes in an address count for the account and provider they were signed for, and unchanged [connections.step-up]', () => {
  const query = widerConsentQuery(secret, { ...place, scopes: ['files.write', 'a:b'] })
  assert.deepEqual(read(query), ['files.write', 'a:b'])
  assert.equal(read(query, { accountId: 'kim' }), null)
  assert.equal(read(query, { provider: 'others' }), null)
  assert.equal(read(query, { secret: 'another' }), null)
  assert.equal(read(query.replace('write', 'all')), null)
  assert.equal(read('scope=files.write'), null)
  assert.equal(widerConsentQuery(secret, { ...place, scopes: [] }), '')
  assert.deepEqual(read(''), [])
})

test('scopes that a server names are valid, each once, and fit into an address [connections.step-up]', () => {
  assert.deepEqual(readScopes(' a  b a "c" d\\e \u00e4 f\n'), ['a', 'b'])
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 200 })), (words) => {
      const scopes = readScopes(words.join(' '))
      assert.ok(scopes.join(' ').length <= MAX_SCOPE_CHARACTERS && scopes.length <= 50)
      assert.deepEqual(readScopes(scopes.join(' ')), scopes)
    }),
  )
})
