import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createStreamParser, type StreamData } from './parse.ts'

const parse = (bytes: Buffer, cuts: readonly number[]): StreamData[] => {
  const parser = createStreamParser()
  const at = [0, ...cuts.toSorted((a, b) => a - b), bytes.length]
  const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end))
  return [...pieces.flatMap((piece) => parser.push(piece)), ...parser.end()]
}

const STREAM =
  ': hello\n\nevent: x\ndata: {"é":1}\ndata: 2\n\nevent: error\ndata: no credit\n\nerror: gone\n\ndata:last'
const EVENTS: StreamData[] = ['{"é":1}\n2', { error: 'no credit' }, { error: 'gone' }, 'last']

test('for any split of the bytes and any line ends, the events are the same [bridge.providers.transport]', () => {
  const ends = fc.constantFrom('\n', '\r\n', '\r')
  fc.assert(
    fc.property(ends, fc.constantFrom('', '\uFEFF'), fc.array(fc.nat(90)), (end, mark, cuts) => {
      assert.deepEqual(parse(Buffer.from(mark + STREAM.replaceAll('\n', end)), cuts), EVENTS)
    }),
  )
})

test('JSON in the place of events is one event [bridge.providers.transport]', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), (cuts) => {
      assert.deepEqual(parse(Buffer.from('\n\n {"a":\n\n"ü"}'), cuts), ['{"a":\n\n"ü"}'])
    }),
  )
})

test('a line without an end is refused if it is too long, and any number of lines is accepted', () => {
  const parser = createStreamParser({ longestLine: 100 })
  const line = Buffer.from(`data: ${'x'.repeat(60)}\n\n`)
  for (let count = 0; count < 10; count++) assert.equal(parser.push(line).length, 1)
  parser.push(line.subarray(0, 60))
  assert.throws(() => parser.push(line.subarray(0, 60)), /line of the event stream is too long/)
})
