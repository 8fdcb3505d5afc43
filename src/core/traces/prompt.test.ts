import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { promptOf, withoutPrompt } from './prompt.ts'

test('the parts of a prompt add up to the tokens that the provider reported [traces.prompt]', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 9000 }), { minLength: 3, maxLength: 3 }),
      fc.integer({ min: 1, max: 100_000 }),
      ([system, tools, message], input) => {
        const attributes = {
          'svc.prompt.system.tokens': system!,
          'svc.prompt.tools.tokens': tools!,
          'svc.prompt.tools.count': 14,
          'svc.prompt.message.tokens': message!,
          'gen_ai.usage.input_tokens': input,
        }
        const { parts } = promptOf(attributes)!
        const sum = parts.reduce((all, { tokens }) => all + tokens, 0)
        assert.equal(sum, Math.max(system!, tools!, message!) > 0 ? input : 0)
        assert.ok(parts.every(({ tokens, text }) => tokens >= 0 && text === null))
        assert.deepEqual(
          parts.map(({ part, count }) => [part, count]),
          [
            ['system', 1],
            ['tools', 14],
            ['message', 1],
          ],
        )
        assert.deepEqual(withoutPrompt(attributes), { 'gen_ai.usage.input_tokens': input })
      },
    ),
  )
})

test('cached tokens are those of the provider; without its usage the estimates remain [traces.prompt]', () => {
  const parts = {
    'svc.prompt.system.tokens': 30,
    'svc.prompt.system.count': 1,
    'svc.prompt.system.text': 'Help.',
  }
  const cached = { 'gen_ai.usage.input_tokens': 60, 'gen_ai.usage.cache_read.input_tokens': 40 }
  const { parts: known, ...usage } = promptOf({ ...parts, ...cached })!
  assert.deepEqual(usage, { input_tokens: 60, cached_tokens: 40, cache_written_tokens: null })
  assert.deepEqual(known, [{ part: 'system', tokens: 60, count: 1, text: 'Help.' }])
  assert.deepEqual(promptOf(parts)!.parts[0]!.tokens, 30)
  assert.equal(promptOf(parts)!.cached_tokens, null)
  assert.equal(promptOf(cached), null)
})
