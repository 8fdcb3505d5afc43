import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayConnect, type ProviderUser } from './providers.ts'
import type { ConnectionProvider } from '#ground/identity/chatapp-client/connections.ts'

const provider = (change: Partial<ConnectionProvider> = {}): ConnectionProvider => ({
  id: 'plants',
  name: 'Plants',
  description: '',
  isOn: true,
  scopes: [],
  readers: [],
  ...change,
})
const person = (change: Partial<ProviderUser> = {}): ProviderUser => ({
  userId: 'pat',
  role: 'user',
  groups: [],
  ...change,
})

test('people connect only where an administrator lets them [connections.allowed]', () => {
  const everyone = provider({ readers: [{ type: 'user', id: '*' }] })
  const gardeners = provider({ readers: [{ type: 'group', id: 'gardeners' }] })
  const table: [ConnectionProvider, ProviderUser, boolean][] = [
    [everyone, person(), true],
    [everyone, person({ role: 'pending' }), false],
    [{ ...everyone, isOn: false }, person({ role: 'admin' }), false],
    [provider(), person(), false],
    [provider(), person({ role: 'admin' }), true],
    [provider({ readers: [{ type: 'user', id: 'pat' }] }), person(), true],
    [provider({ readers: [{ type: 'user', id: 'kim' }] }), person(), false],
    [gardeners, person(), false],
    [gardeners, person({ groups: ['cooks', 'gardeners'] }), true],
    [provider({ readers: [{ type: 'group', id: '*' }] }), person({ groups: ['cooks'] }), false],
  ]
  for (const [wanted, who, expected] of table)
    assert.equal(mayConnect(wanted, who), expected, JSON.stringify([wanted.readers, who]))
})
