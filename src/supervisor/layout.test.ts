import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RoleName } from '#processes/role.ts'
import { layoutOf, type ProcessMode } from './layout.ts'

const processes = (mode: ProcessMode, roles: readonly RoleName[] = ['bridge', 'chatapp', 'edge']) =>
  layoutOf(mode, roles).map((part) => part.roles)

test('compact puts edge and web chat into one process and the bridge into its own [supervisor.modes]', () => {
  assert.deepEqual(processes('compact'), [['bridge'], ['chatapp', 'edge']])
})

test('split gives each role a separate process [supervisor.modes]', () => {
  assert.deepEqual(processes('split'), [['bridge'], ['chatapp'], ['edge']])
})

test('single puts all into one process, the edge last [supervisor.modes]', () => {
  assert.deepEqual(processes('single'), [['bridge', 'chatapp', 'edge']])
})

test('without an edge no process holds one [supervisor.no-edge]', () => {
  for (const mode of ['compact', 'split', 'single'] as const)
    assert.deepEqual(processes(mode, ['chatapp', 'bridge']).flat(), ['bridge', 'chatapp'])
})

test('the receiver shares the process of edge and web chat, and may run alone [supervisor.modes]', () => {
  const all: RoleName[] = ['bridge', 'chatapp', 'edge', 'inbound']
  assert.deepEqual(processes('compact', all), [['bridge'], ['chatapp', 'inbound', 'edge']])
  assert.deepEqual(processes('split', all), [['bridge'], ['chatapp'], ['inbound'], ['edge']])
  for (const mode of ['compact', 'split', 'single'] as const)
    assert.deepEqual(processes(mode, ['inbound']), [['inbound']])
})
