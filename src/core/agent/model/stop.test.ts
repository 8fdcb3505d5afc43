import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { createStopCutter } from './stop.ts'

const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 12 })

test('however a text is cut into pieces, it ends before the stop sequence that comes first [agent.model.stop]', () => {
  const stops = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), {
    maxLength: 3,
  })
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 8 }), stops, (pieces, stops) => {
      const cutter = createStopCutter(stops)
      const shown = pieces.map((piece) => cutter.push(piece)).join('') + cutter.rest()
      const text = pieces.join('')
      const first = Math.min(...stops.map((stop) => text.indexOf(stop)).filter((at) => at >= 0))
      const complete = stops.filter((stop) => text.includes(stop))
      if (complete.length === 0) assert.equal(shown, text)
      else {
        assert.ok(text.startsWith(shown))
        assert.ok(shown.length >= first)
        assert.ok(!stops.some((stop) => shown.includes(stop)))
      }
    }),
    { numRuns: 2000 },
  )
})

test('text that cannot begin a stop sequence is not delayed [agent.model.stop]', () => {
  const cutter = createStopCutter(['END'])
  assert.equal(cutter.push('hello E'), 'hello ')
  assert.equal(cutter.push('lse'), 'Else')
  assert.equal(cutter.push('x EN'), 'x ')
  assert.equal(cutter.push('D never'), '')
  assert.equal(cutter.push('seen'), '')
  assert.equal(cutter.stopped(), true)
})
