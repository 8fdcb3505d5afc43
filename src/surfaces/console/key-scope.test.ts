import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isWithinScope, narrowToKeyScope } from './key-scope.ts'

const STANDING = { isBlocked: false, isOrganizationAdmin: true, manages: ['garden', 'orchard'] }

test('a key for some Hubs permits what its owner manages there, and nothing of the organization', () => {
  assert.deepEqual(narrowToKeyScope(STANDING, null), STANDING)
  assert.deepEqual(narrowToKeyScope(STANDING, ['orchard', 'attic']), {
    isBlocked: false,
    isOrganizationAdmin: false,
    manages: ['orchard'],
  })
})

test('every Hub in a request, at any depth, must be among the Hubs of the key', () => {
  const change = { level: 'admin', isChange: true } as const
  const allowed = (...parts: unknown[]) => isWithinScope({ ...change, parts }, ['garden'])
  assert.equal(allowed({ hub: 'garden' }), true)
  assert.equal(allowed({}, undefined, { subject: 'a@x.org', hub: 'garden' }), true)
  assert.equal(allowed({ hub: 'garden' }, { hub: 'orchard' }), false)
  assert.equal(allowed({ grants: [{ hub: 'garden' }, { hub: '*' }] }), false)
  assert.equal(allowed({ subject: 'a@x.org' }), false)
  assert.equal(isWithinScope({ ...change, parts: [{ hub: 'orchard' }] }, null), true)
})

test('a request without a Hub may read if the response depends on the caller’s managed Hubs', () => {
  const read = (level: 'admin' | 'person') =>
    isWithinScope({ level, isChange: false, parts: [{}] }, ['garden'])
  assert.deepEqual([read('admin'), read('person')], [true, false])
})
