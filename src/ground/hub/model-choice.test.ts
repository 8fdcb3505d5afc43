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
    '---\nmodel:\n  - openai/b\n  - google/d\n---\nYou help.',
    'helper',
    'agents/helper.md',
  )
  assert.ok(helper.ok)
  assert.deepEqual(helper.value.model, ['openai/b', 'google/d'])
})

test('a mistake in a list is refused with its place [hub.models]', () => {
  for (const [model, column, message] of [
    ['gpt', 8, 'model: expected <provider>/<model> or offline'],
    ['[openai/b, gpt]', 19, 'model.1: expected <provider>/<model> or offline'],
    ['openai/b, google/d', 8, 'model: expected a list for several models: [first, second]'],
    ['[openai/b, 7]', 19, 'model.1: expected text'],
    ['[]', 8, 'model: expected at least one model'],
    ['[openai/b, openai/b]', 8, 'model: expected each model only once'],
    [
      `[${Array.from({ length: 11 }, (_, n) => `openai/${n}`).join(', ')}]`,
      8,
      'model: expected at most 10 models',
    ],
    [
      '[openai/b, opena/b]',
      19,
      'model.1: unknown provider opena; expected one of openai, anthropic, google, compatible; did you mean openai?',
    ],
    ['{a: b}', 8, 'model: expected a model or a list of models'],
  ] as const) {
    const parsed = agentWith(model)
    assert.ok(!parsed.ok, model)
    assert.deepEqual(parsed.refusal, [{ file: 'agent.md', line: 2, column, message }])
  }
})
