import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryIdOf } from './delivery-id.ts'
import { headerValues } from '#core/inbox/verification/headers.ts'

/** In the order of the service specification, then the names that real senders use. */
const ORDER = [
  ['X-Forge-Delivery', 'X-GitHub-Delivery'],
  ['X-Delivery-Id'],
  ['X-Webhook-Id'],
  ['Idempotency-Key'],
  ['X-Request-Id'],
  ['webhook-id'],
  ['svix-id'],
]

const idOf = (...lines: string[]) => deliveryIdOf(headerValues({ rawHeaders: lines }))

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
