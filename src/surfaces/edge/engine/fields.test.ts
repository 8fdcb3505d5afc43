import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { parseHeaderLines, writeHeaderLines, readLines } from './fields.ts'
import { HeaderNames } from './names.ts'

// oxlint-disable-next-line no-control-regex
const LINE =
  /^([!#$%&'*+\-.^_`|~\dA-Za-z]+): *((?:[^\x00-\x20\x7f](?:[^\x00-\x08\x0a-\x1f\x7f]*[^\x00-\x20\x7f])?)?) *$/

function readByPattern(lines: string): [string, string][] | null {
  if (lines === '') return []
  if (!lines.endsWith('\r\n')) return null
  const read = lines
    .slice(0, -2)
    .split('\r\n')
    .map((line) => LINE.exec(line))
  return read.every((line) => line !== null) ? read.map(([, name, value]) => [name!, value!]) : null
}

const byte = fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code))
const likely = fc.constantFrom('a', 'B', '-', '_', ':', ': ', ' ', '\t', '\r\n', '\r', '\n', '\x7f', '\xe9')
const anyLines = fc.array(fc.oneof(likely, likely, byte)).map((pieces) => pieces.join(''))
const name = fc.stringMatching(/^[!#$%&'*+\-.^_`|~\dA-Za-z]{1,12}$/)
const value = fc.stringMatching(/^(?:[!-~](?:[ -~\t]*[!-~])?)?$/)
const around = fc.constantFrom('', ' ', '   ')
const goodLine = fc
  .tuple(name, around, value, around)
  .map(([name, before, value, after]) => `${name}:${before}${value}${after}\r\n`)
const goodLines = fc.array(goodLine).map((lines) => lines.join(''))

test('lines are read exactly as their grammar says [edge.agreement]', () => {
  const lines = fc.oneof(
    anyLines,
    goodLines,
    fc.tuple(goodLines, anyLines).map((both) => both.join('')),
  )
  fc.assert(
    fc.property(lines, (lines) => {
      const fields = readLines(lines)
      assert.deepEqual(fields && [...fields], readByPattern(lines))
    }),
    { numRuns: 2000 },
  )
})

test('a wanted header is found in any case, and no other header is [edge.agreement]', () => {
  const wanted = 'x-forwarded-for'
  const near = fc.constantFrom(
    wanted,
    'X-Forwarded-For',
    'x_forwarded-for',
    'x-forwarded-foe',
    'x-forwarded-fo',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(near, name), value)), (pairs) => {
      const fields = parseHeaderLines(writeHeaderLines(pairs.flat()))
      const named = (is: (name: string) => boolean) => pairs.filter(([name]) => is(name.toLowerCase()))
      const values = named((name) => name === wanted).map(([, value]) => value)
      assert.deepEqual(fields.all(wanted), values)
      assert.equal(fields.value(wanted), values.length === 0 ? undefined : values.join(', '))
      assert.equal(
        fields.countEquivalentLines(wanted),
        named((name) => name.replaceAll('_', '-') === wanted).length,
      )
    }),
  )
})

test('lines are forwarded unchanged, except the excluded ones [edge.hop-by-hop]', () => {
  const names = new HeaderNames(['te', 'x-real-ip'], ['x-svc-'])
  const isDropped = (name: string) =>
    /^(?:te|x-real-ip|x-svc-.*|also)$/.test(name.toLowerCase().replaceAll('_', '-'))
  const near = fc.constantFrom(
    'TE',
    'Te-',
    'X_Real-IP',
    'x-svc',
    'X-SVC_user',
    'x-svc-',
    'Also',
    'tE',
    'Accept',
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.oneof(near, name), around, value, around)), (all) => {
      const fields = parseHeaderLines(all.map(([name, ...rest]) => `${name}:${rest.join('')}\r\n`).join(''))
      const kept = all.filter(([name]) => !isDropped(name)).flatMap(([name, , value]) => [name, value])
      assert.equal(fields.linesWithout(names, new Set(['also'])), writeHeaderLines(kept))
    }),
  )
})
