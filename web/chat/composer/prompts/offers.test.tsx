import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { filledIn, offersFor, variablesOf } from './offers.ts'

const own = (name: string, title = '') => ({
  id: name,
  name,
  title,
  text: name,
  parts: [name],
  command: name,
  content: name,
  user_id: 'ann',
  created_at: 0,
  updated_at: 0,
})
const shared = (name: string, title = name) => ({ name, title, description: '', parts: [name] })
const names = (typed: string) =>
  offersFor(
    typed,
    [own('resume', 'A summary of me'), own('sum')],
    [shared('summary'), shared('sum'), shared('beds', 'Which bed?')],
  ).map(({ name, isOwn }) => (isOwn ? `my ${name}` : name))

test('prompts that begin with the typed text come first, then those that contain it, own prompts first [web.prompts]', () => {
  assert.deepEqual(names(''), ['my resume', 'my sum', 'summary', 'sum', 'beds'])
  assert.deepEqual(names('SUM'), ['my sum', 'summary', 'sum', 'my resume'])
  assert.deepEqual(names('which'), ['beds'])
  assert.deepEqual(names('none'), [])
})

test('values are inserted into a prompt unchanged, with any content [web.prompts]', () => {
  const week = { name: 'week', default: 'this week' }
  const reader = { name: 'reader', default: null }
  const parts = ['Sum up ', week, ' for ', reader, ' in ', week, '.']
  assert.deepEqual(variablesOf(parts), [week, reader])
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const values = new Map([
        ['week', one],
        ['reader', other],
      ])
      assert.equal(filledIn(parts, values), `Sum up ${one} for ${other} in ${one}.`)
    }),
  )
})
