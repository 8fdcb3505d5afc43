import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatParameters, parametersIn } from '../../web/chat/settings/integrations-parameters.ts'

const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,20}$/).map((text) => `x_${text}`)
const value = fc.stringMatching(/^[!-~]([ -~]{0,40}[!-~])?$/)

test('parameters are read as they were written [integrations.parameters]', () => {
  assert.deepEqual(parametersIn(' access_type = offline \n\nprompt=consent login\nhint=a=b\nempty=\r\n'), {
    parameters: { access_type: 'offline', prompt: 'consent login', hint: 'a=b', empty: '' },
    fault: null,
  })
  fc.assert(
    fc.property(fc.dictionary(name, value, { maxKeys: 20, noNullPrototype: true }), (parameters) => {
      assert.deepEqual(parametersIn(formatParameters(parameters)), { parameters, fault: null })
    }),
  )
})

test('a line that can’t be a parameter is named [integrations.parameters]', () => {
  const faultOf = (text: string) => parametersIn(text).fault
  assert.deepEqual(faultOf('offline'), { kind: 'shape', line: 'offline' })
  assert.deepEqual(faultOf('a=1\n=x'), { kind: 'shape', line: '=x' })
  assert.deepEqual(faultOf('__proto__=x')?.kind, 'shape')
  assert.deepEqual(faultOf(`a=${'x'.repeat(501)}`)?.kind, 'shape')
  assert.deepEqual(faultOf('State=x'), { kind: 'ours', line: 'State' })
  assert.deepEqual(faultOf('a=1\na=2'), { kind: 'twice', line: 'a' })
  const many = Array.from({ length: 21 }, (_, n) => `p${n}=x`).join('\n')
  assert.deepEqual(faultOf(many), { kind: 'tooMany' })
})
