import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { namedPrompts } from './prompts.ts'

const promptsOf = (suggestions: readonly string[]) => namedPrompts([], [], suggestions)

test('prompts are named by their first words', () => {
  const names = promptsOf(['What grows now?', '/say Grüße', '???', 'What grows now!']).map(({ name }) => name)
  assert.deepEqual(names, ['what_grows_now', 'say_gruße', 'prompt', 'what_grows_now_2'])
})

test('no two prompts share a name', () => {
  const word = fc.constantFrom('dig', 'dig 2', 'dig_2', 'dig 2 2', '?', 'prompt')
  fc.assert(
    fc.property(fc.array(word), (suggestions) => {
      const names = promptsOf(suggestions).map(({ name }) => name)
      assert.equal(new Set(names).size, suggestions.length)
    }),
  )
  const dig = { name: 'dig', title: 'Dig', description: '', parts: ['Dig.'] }
  assert.deepEqual(
    namedPrompts([dig], [], ['Dig']).map(({ name }) => name),
    ['dig', 'dig_2'],
  )
})
