import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { checkTarget } from './target.ts'

const PIECES = [
  '/',
  '//',
  '.',
  '..',
  '%2e',
  '%2E',
  '%2f',
  '%5C',
  '\\',
  'a',
  'portal',
  '~',
  '%41',
  '%00',
  '%0a',
  ';',
  '?x',
  '#',
]
const targets = fc.array(fc.constantFrom(...PIECES), { maxLength: 10 }).map((pieces) => `/${pieces.join('')}`)

test('no accepted path changes when a URL parser resolves it [edge.dot-segments]', () => {
  fc.assert(
    fc.property(targets, (target) => {
      const checked = checkTarget(target)
      if (!checked.ok) return
      assert.equal(new URL(`http://hub.test${target}`).pathname, checked.value)
      assert.equal(new URL(target, 'http://hub.test').host, 'hub.test')
    }),
    { numRuns: 5_000 },
  )
})

test('a path is refused for a dot segment exactly when decoding it once shows one [edge.dot-segments]', () => {
  fc.assert(
    fc.property(targets, (target) => {
      if (target.includes('#')) return
      const path = target.split('?')[0]!
      const segments = decodeURIComponent(path).split(/[/\\]/)
      const checked = checkTarget(target)
      const refusedForDots = !checked.ok && checked.refusal === 'dot_segment'
      assert.equal(refusedForDots, segments.includes('.') || segments.includes('..'))
    }),
    { numRuns: 5_000 },
  )
})

test('the query is not part of the path and is not judged [edge.dot-segments]', () => {
  assert.deepEqual(checkTarget('/a?next=/../b\\%2e'), { ok: true, value: '/a' })
})

test('a target that is no absolute path is refused [edge.bad-target]', () => {
  for (const target of [
    '',
    '*',
    'a',
    'http://evil.test/',
    '?x',
    '//evil.test',
    '/\\evil.test',
    '/%2Fevil.test',
    '/a#',
    '/?a#b',
  ])
    assert.deepEqual(checkTarget(target), { ok: false, refusal: 'bad_target' }, target)
})

test('a long path is judged in time that grows with its length [edge.bad-target]', () => {
  const started = performance.now()
  for (const tail of ['', '!', '/..'])
    for (const piece of ['/a', '/', 'a', '/a.', '/-', '%2e', '.'])
      checkTarget(`/${piece.repeat(10_000)}${tail}`)
  assert.ok(performance.now() - started < 1_000)
})
