import assert from 'node:assert/strict'
import { test } from 'node:test'
import { manualClock } from '../../../../../tests/support/manual-clock.ts'
import { createSaid } from './said.ts'

test('the last lines of a program are its reason to end, as far as they belong together [agent.mcp.crash]', () => {
  const clock = manualClock(0)
  const said = createSaid({ clock, onSaid: () => {} })
  assert.equal(said.last(), '')
  said.hear('starting')
  said.noteMessage()
  assert.equal(said.last(), 'starting', 'the only line is better than none')
  for (const line of [
    'Traceback',
    '',
    '1 error for Settings',
    '  token',
    '    For further information visit x',
  ])
    said.hear(line)
  assert.equal(said.last(), '1 error for Settings; token; For further information visit x')
  clock.advance(1_000)
  said.hear('out of memory')
  assert.equal(said.last(), 'out of memory', 'lines written long before do not belong to it')
  said.noteMessage()
  said.hear('killed')
  assert.equal(said.last(), 'killed', 'nor do lines before a message')
})
