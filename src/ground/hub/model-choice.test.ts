import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseAgentFile, parseSubAgentFile } from './agent-file.ts'

const agentWith = (model: string) => parseAgentFile(`---\nmodel: ${model}\n---\nYou help.`, 'garden')
const modelOf = (model: string) => {
  const parsed = agentWith(model)
  assert.ok(parsed.ok, JSON.stringify(parsed))
  return parsed.value.model
}

test('the model is one model or a list; a list of one is the model [hub.models]', () => {
  assert.equal(modelOf('openai/gpt-5'), 'openai/gpt-5')
  assert.equal(modelOf('[openai/gpt-5]'), 'openai/gpt-5')
  assert.deepEqual(modelOf('[openai/gpt-5, anthropic/claude-opus-5, offline]'), [
    'openai/gpt-5',
    'anthropic/claude-opus-5',
    'offline',
  ])
  const helper = parseSubAgentFile(
    '---\nmodel:\n  - a/b\n  - c/d\n---\nYou help.',
    'helper',
    'agents/helper.md',
  )
  assert.ok(helper.ok)
  assert.deepEqual(helper.value.model, ['a/b', 'c/d'])
})

test('a mistake in a list is refused with its place [hub.models]', () => {
  for (const [model, column, message] of [
    ['gpt', 8, 'model: expected <provider>/<model> or offline'],
    ['[a/b, gpt]', 14, 'model.1: expected <provider>/<model> or offline'],
    ['a/b, c/d', 8, 'model: expected a list for several models: [first, second]'],
    ['[a/b, 7]', 14, 'model.1: expected text'],
    ['[]', 8, 'model: expected at least one model'],
    ['[a/b, a/b]', 8, 'model: expected each model only once'],
    ['[a/1, a/2, a/3, a/4, a/5, a/6, a/7, a/8, a/9, a/10, a/11]', 8, 'model: expected at most 10 models'],
    ['{a: b}', 8, 'model: expected a model or a list of models'],
  ] as const) {
    const parsed = agentWith(model)
    assert.ok(!parsed.ok, model)
    assert.deepEqual(parsed.refusal, [{ file: 'agent.md', line: 2, column, message }])
  }
})
