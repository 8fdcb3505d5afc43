import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryIdOf } from './delivery-id.ts'
import { DEFAULT_ID_HEADERS } from '#core/inbox/endpoints/id-headers.ts'
import { headerValues } from '#core/inbox/verification/headers.ts'

const ORDER = [
  ['X-Forge-Delivery', 'X-GitHub-Delivery'],
  ['X-Delivery-Id'],
  ['X-Webhook-Id'],
  ['Idempotency-Key'],
  ['X-Request-Id'],
  ['webhook-id'],
  ['svix-id'],
]

const idOf = (...lines: string[]) =>
  deliveryIdOf(headerValues({ rawHeaders: lines }), DEFAULT_ID_HEADERS)?.id ?? null

test('the first present header names the delivery, in the specified order [webhook.delivery-id]', () => {
  ORDER.forEach((names, rank) => {
    const later = ORDER.slice(rank + 1)
      .flat()
      .flatMap((name) => [name, `by ${name}`])
    for (const name of names) assert.equal(idOf(...later, name, 'the id'), 'the id', name)
  })
})

test('an empty header is not present', () => {
  assert.equal(idOf('X-Forge-Delivery', '', 'X-Delivery-Id', ' ', 'X-Request-Id', 'r-1'), 'r-1')
  assert.equal(idOf('X-Forge-Delivery', ''), null)
  assert.equal(idOf(), null)
})

test('a header that comes twice is one id of both', () => {
  assert.equal(idOf('X-Delivery-Id', 'a', 'x-delivery-id', 'b'), 'a, b')
})

test('source and id of a CloudEvent together are its id, before an id from a proxy [webhook.cloud-events]', () => {
  const event = (source: string, id: string) => idOf('X-Request-Id', 'r-1', 'ce-source', source, 'ce-id', id)
  assert.equal(event('/a', '1'), event('/a', '1'))
  assert.notEqual(event('/a', '1'), event('/a', '2'))
  assert.notEqual(event('/a', '1'), event('/b', '1'))
  assert.equal(idOf('ce-id', '1', 'X-Request-Id', 'r-1'), 'r-1', 'an id without a source is none')
})

test('an endpoint’s own list decides alone', () => {
  const headers = headerValues({ rawHeaders: ['X-Request-Id', 'r-1', 'Linear-Delivery', 'l-1'] })
  assert.deepEqual(deliveryIdOf(headers, ['linear-delivery']), { id: 'l-1', header: 'linear-delivery' })
  assert.equal(deliveryIdOf(headers, ['x-acme-id']), null)
  assert.equal(deliveryIdOf(headers, []), null)
})
