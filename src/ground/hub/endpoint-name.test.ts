import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CHANNEL_NAMES, isChannel } from './channels.ts'
import { EndpointName } from './endpoint-name.ts'
import { slugOf } from './slug.ts'

const read = (name: string) => EndpointName.safeParse(name)

test('every slug that a folder can have is the name of an endpoint [webhook.name]', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 60 }), (name) => {
      fc.pre(!isChannel(slugOf(name)))
      assert.ok(read(slugOf(name)).success)
    }),
    { numRuns: 1000 },
  )
})

test('a name may contain capitals, dots and underscores, and nothing that leads to another path [webhook.name]', () => {
  for (const name of ['Orders.v2', 'a_b', '_', '-hidden', 'größe', '菜園-1', 'é'.repeat(127)])
    assert.equal(read(name).data, name)
  assert.equal(read('zoe\u0308').data, 'zoë')
  for (const name of ['', '.', '..', '.hidden', 'a/b', 'a b', 'a\0', 'a%20b', 'a\n', 'é'.repeat(128)])
    assert.equal(read(name).success, false, JSON.stringify(name))
})

test('names of the other surfaces are refused [webhook.reserved-names]', () => {
  for (const name of CHANNEL_NAMES) assert.match(read(name).error!.message, /is the name of another surface/)
})
