import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillVariables } from './mcp-file-variables.ts'
import type { McpReach } from './mcp-file-schema.ts'

const program = (more: Partial<McpReach & { type: 'stdio' }>): McpReach => ({
  type: 'stdio',
  command: 'x',
  args: [],
  env: {},
  cwd: null,
  ...more,
})
const address = (url: string, headers = {}): McpReach => ({ type: 'http', url, headers })

test('variables are put into every text, with defaults for those that are not set or empty', () => {
  const filled = fillVariables(
    program({ command: '${BIN}/run', args: ['--at=${PLACE:-here}', '${EMPTY:-}', '$BIN'], cwd: '${BIN}' }),
    { BIN: '/opt', EMPTY: '' },
  )
  assert.ok(filled.ok)
  assert.deepEqual(
    filled.value.reach,
    program({ command: '/opt/run', args: ['--at=here', '', '$BIN'], cwd: '/opt' }),
  )
})

test('a value of a variable is not expanded again', () => {
  const filled = fillVariables(program({ args: ['${A}'] }), { A: '${B}', B: 'b' })
  assert.deepEqual(filled.ok && filled.value.reach, program({ args: ['${B}'] }))
})

test('all that is not set or not understood is named at once', () => {
  const filled = fillVariables(program({ args: ['${A}', '${B}', '${A}', '${env:C}'] }), { B: '' })
  assert.deepEqual(filled, {
    ok: false,
    refusal:
      'A is not set; add it to .env; B is not set; add it to .env; “${env:C}” is not understood, expected ${NAME} or ${NAME:-default}',
  })
})

test('values of variables, env and headers are secret, tokens also without their scheme', () => {
  const filled = fillVariables(address('https://example.com/${PART}', { Authorization: 'Bearer ${KEY}' }), {
    PART: 'part',
    KEY: 'key',
  })
  assert.deepEqual(filled.ok && filled.value.secrets.toSorted(), ['Bearer key', 'key', 'part'])
})

test('an address must be one of the web, and headers such as may be sent', () => {
  assert.equal(fillVariables(address('file:///etc/passwd'), {}).ok, false)
  assert.equal(fillVariables(address('${U}'), { U: 'nonsense' }).ok, false)
  assert.equal(fillVariables(address('https://example.com', { 'a b': 'x' }), {}).ok, false)
  assert.equal(fillVariables(address('https://example.com', { a: 'x\ny' }), {}).ok, false)
})
