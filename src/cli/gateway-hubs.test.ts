import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { HubState } from '#supervisor/gateway/hub-state.ts'
import { hubRows } from './gateway-hubs.ts'

test('the table of a gateway lists each Hub with its webhook addresses [gateway.ready]', () => {
  const serving = (slug: string, endpoints: string[]) =>
    ({ kind: 'serving', hub: { slug }, endpoints }) as unknown as HubState
  const hubs = [
    { folder: '/hubs/Bay', state: serving('bay', ['orders', 'visits']) },
    { folder: '/hubs/Cove', state: serving('cove', []) },
    { folder: '/hubs/Dune', state: { kind: 'paused' } as const },
    { folder: '/hubs/Echo', state: { kind: 'broken', message: 'no agent.md' } as const },
  ]
  assert.deepEqual(hubRows('https://hub.example', hubs), [
    ['bay', '/hubs/Bay'],
    ['', 'https://hub.example/webhooks/bay/orders'],
    ['', 'https://hub.example/webhooks/bay/visits'],
    ['cove', '/hubs/Cove'],
    ['Dune', 'not served: it is paused'],
    ['Echo', 'not served: no agent.md'],
  ])
})
