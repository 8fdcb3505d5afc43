import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hueOf, signHues } from './sign-hues.ts'

test('agents next to each other have different colours, and up to twelve agents have one each [web.agent-colours]', () => {
  const far = (a: number, b: number) => Math.min((a - b + 360) % 360, (b - a + 360) % 360) >= 60
  for (let first = 0; first < 200; first++) {
    const ids = Array.from({ length: 12 }, (_, index) => `agent-${first + index}`)
    const hues = [...signHues(ids).values()]
    assert.equal(new Set(hues).size, 12)
    for (let at = 1; at < 9; at++) assert.ok(far(hues[at]!, hues[at - 1]!), `${ids[at]}: ${hues.join(' ')}`)
    for (let at = 1; at < 12; at++) assert.notEqual(hues[at], hues[at - 1])
  }
  const two = signHues(['garden', 'support'])
  assert.ok(far(two.get('garden')!, two.get('support')!))
  assert.equal(two.get('garden'), hueOf('garden'), 'a first agent keeps the colour of its id')
  assert.equal(signHues(Array.from({ length: 30 }, (_, index) => `${index}`)).size, 30)
})
