import assert from 'node:assert/strict'
import { test } from 'node:test'
import { day, hubSearch, oneOf, search, text } from '../../web/console/kit/search.ts'

test('a page reads known parameters from its address and ignores impossible ones [console-app.address]', () => {
  const read = search({ state: oneOf(['ok', 'failed']), since: day, tool: text })
  assert.deepEqual(read({ state: 'ok', since: '2026-02-28', tool: 'order_seeds' }), {
    state: 'ok',
    since: '2026-02-28',
    tool: 'order_seeds',
  })
  for (const mistyped of [
    { state: 'OK' },
    { since: '2026-13-01' },
    { since: 'today' },
    { tool: ' ' },
    { of: 1 },
  ])
    assert.deepEqual(read(mistyped), {})
})

test('a page of a list counts from the second one, and a text of digits stays one [console-app.address]', () => {
  assert.deepEqual(hubSearch({ hub: 7, q: 'x'.repeat(300), page: '2' }), {
    hub: '7',
    q: 'x'.repeat(256),
    page: 2,
  })
  for (const page of [1, 0, -3, 1.5, 20_000, 'last']) assert.deepEqual(hubSearch({ page }), {})
})
