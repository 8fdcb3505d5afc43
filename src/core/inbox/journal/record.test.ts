import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeRecords, encodeRecord } from './record.ts'

const record = fc.record(
  {
    endpoint: fc.option(fc.stringMatching(/^[a-zé_.-]{1,30}$/)),
    event: fc.stringMatching(/^[0-9a-f-]{1,30}\.json$/),
    markers: fc.array(fc.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{1,64}$/), { minLength: 1, maxLength: 2 }),
    content: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
  },
  { noNullPrototype: true },
)

const segmentOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.alloc(64)])

test('decoding returns all written records in order', () => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1 }), (records) => {
      const segment = segmentOf(...records.map((one) => encodeRecord(one, 7)))
      assert.deepEqual([...decodeRecords(segment)], records)
    }),
  )
})

test('a segment that is torn or changed anywhere yields a prefix of the written records, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(record, { minLength: 1, maxLength: 5 }),
      fc.nat(),
      fc.nat(255),
      (records, at, byte) => {
        const segment = segmentOf(...records.map((one) => encodeRecord(one, 7)))
        const stateBytes = statePositions(records)
        const position = at % (segment.length - 64)
        fc.pre(!stateBytes.has(position))
        segment.fill(byte, position)
        const read = [...decodeRecords(segment)]
        assert.deepEqual(read, records.slice(0, read.length))
      },
    ),
  )
})

test('a record that an earlier release cancelled is left out, those behind it are not', () => {
  const [first, second] = ['a', 'b'].map((name) => ({
    endpoint: null,
    event: name,
    markers: [name],
    content: Buffer.from(name),
  }))
  const segment = segmentOf(encodeRecord(first!, 1), encodeRecord(second!, 1))
  segment.writeUInt8(2, 12)
  assert.deepEqual([...decodeRecords(segment)], [second])
})

test('records of an earlier use of the segment are not read', () => {
  const [old, fresh] = ['old', 'new'].map((name) => ({
    endpoint: null,
    event: name,
    markers: ['m'],
    content: Buffer.from(name),
  }))
  const segment = segmentOf(encodeRecord(old!, 1), encodeRecord(old!, 1))
  encodeRecord(fresh!, 2).copy(segment)
  assert.deepEqual([...decodeRecords(segment)], [fresh])
})

test('a segment that was never written is empty', () => {
  assert.deepEqual([...decodeRecords(Buffer.alloc(4096))], [])
  assert.deepEqual([...decodeRecords(Buffer.alloc(3))], [])
})

const statePositions = (records: readonly Parameters<typeof encodeRecord>[0][]): Set<number> => {
  const positions = new Set<number>()
  let start = 0
  for (const one of records) {
    for (let at = 12; at < 16; at++) positions.add(start + at)
    start += encodeRecord(one, 7).length
  }
  return positions
}
