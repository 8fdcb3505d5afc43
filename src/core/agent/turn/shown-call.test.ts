import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shownInput, shownResult } from './shown-call.ts'

test('arguments are shown as JSON in lines, and none as nothing [agent.shown-calls]', () => {
  assert.equal(
    shownInput('{"path":"a.md","lines":[1,2]}'),
    '{\n  "path": "a.md",\n  "lines": [\n    1,\n    2\n  ]\n}',
  )
  assert.equal(shownInput('{}'), undefined)
  assert.equal(shownInput(''), undefined)
  assert.equal(shownInput('{"path":'), '{"path":')
})

for (const name of [
  'password',
  'newPassword',
  'client_secret',
  'accessToken',
  'Authorization',
  'api_key',
  'apiKey',
  'privateKey',
  'cookie',
])
  test(`the value of ${name} is hidden, also in nested and in malformed input [agent.shown-calls]`, () => {
    const shown = shownInput(
      JSON.stringify({ user: 'ann', [name]: 'hunter2', more: [{ [name]: { a: 'hunter2' } }] }),
    )!
    assert.doesNotMatch(shown, /hunter2/)
    assert.match(shown, /"user": "ann"/)
    assert.equal(shownInput(`{"${name}":"hunter2"`), '[hidden]')
  })

test('an empty secret says that it is empty [agent.shown-calls]', () => {
  assert.equal(shownInput('{"token":""}'), '{\n  "token": ""\n}')
})

test('for any input, the shown text is short and well-formed [agent.shown-calls]', () => {
  const long = fc.string({ unit: 'grapheme', minLength: 0, maxLength: 4000 })
  fc.assert(
    fc.property(long, fc.json(), (text, json) => {
      for (const shown of [shownResult(text), shownInput(text), shownInput(json)]) {
        assert.ok((shown?.length ?? 0) <= 2000)
        assert.ok(shown === undefined || shown !== '')
      }
      const shown = shownResult(`${'x'.repeat(1998)}${text}`)!
      assert.ok(shown.isWellFormed() || !text.isWellFormed())
    }),
  )
})
