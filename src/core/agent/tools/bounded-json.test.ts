import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { BinaryData, boundedJson } from './bounded-json.ts'

const value = fc.anything({
  withDate: true,
  withNullPrototype: true,
  withSparseArray: true,
  withBoxedValues: true,
})
const written = (given: unknown): string | undefined => {
  try {
    return JSON.stringify(given)
  } catch {
    return undefined
  }
}

test('the text equals that of JSON.stringify for any value that fits [agent.tools.output]', () => {
  fc.assert(
    fc.property(value, (given) => {
      const expected = written(given)
      if (expected === undefined) return
      assert.deepEqual(boundedJson(given, 1_000_000), { text: expected, isWhole: true })
    }),
  )
})

test('the text never exceeds the limit, and says if something was left out [agent.tools.output]', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(200), (given, limit) => {
      const { text, isWhole } = boundedJson(given, limit)
      const whole = JSON.stringify(given)
      assert.ok(text.length <= limit)
      assert.equal(isWhole, whole.length <= limit)
      assert.ok(whole.length > limit || text === whole)
    }),
  )
})

test('a large value costs no more than the limit [agent.tools.output]', () => {
  let reads = 0
  const list = new Proxy(
    Array.from({ length: 1_000_000 }, () => 'x'),
    { get: (target, key) => (typeof key === 'string' && reads++, Reflect.get(target, key)) },
  )
  assert.equal(boundedJson({ list }, 1000).isWhole, false)
  assert.ok(reads < 2000, `${reads} reads`)
})

test('bytes anywhere in a value are refused with their number [agent.tools.output]', () => {
  for (const bytes of [Buffer.alloc(5), new Uint8Array(5), new ArrayBuffer(5), new Blob(['12345'])])
    assert.throws(
      () => boundedJson({ deep: [bytes] }, 100),
      (error) => error instanceof BinaryData && error.bytes === 5,
    )
})
