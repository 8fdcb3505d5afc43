import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackingOf } from './same-access.ts'

const on = (hub: string, ...names: string[]) => ({
  hub,
  permissions: names.map((permission) => ({
    permission,
    via: hub === '*' ? ('organization' as const) : ('direct' as const),
    expires_at: permission === 'orders' ? '2099-01-01T00:00:00.000Z' : null,
  })),
})
const hub = (slug: string, permissions: string[], console_managed = true) => ({
  slug,
  name: slug,
  description: '',
  can_chat: true,
  mcp: null,
  problems: [],
  policy_revision: 1,
  permissions,
  console_managed,
})

test('permissions that another person has are copied with their expiry if the viewer may grant them, and the rest is named [console-app.same-access]', () => {
  const me = {
    hubs: [hub('garden', ['use_hub', 'orders']), hub('shop', ['use_hub'], false)],
    organization_permissions: [],
  }
  const other = [
    on('*', 'manage_access'),
    on('garden', 'use_hub', 'orders', 'invoices'),
    on('shop', 'use_hub'),
  ]
  assert.deepEqual(lackingOf([on('garden', 'use_hub', 'notes')], other, me), [
    { hub: '*', given: new Map(), beyond: ['manage_access'] },
    { hub: 'garden', given: new Map([['orders', '2099-01-01T00:00:00.000Z']]), beyond: ['invoices'] },
    { hub: 'shop', given: new Map(), beyond: ['use_hub'] },
  ])
  assert.deepEqual(lackingOf(other, other, me), [])
})
