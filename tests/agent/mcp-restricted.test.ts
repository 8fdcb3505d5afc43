import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capabilitiesOf } from '#core/agent/tools/capabilities.ts'
import { program, startMcpHub } from '../support/mcp-hub.ts'

const USE = { capability: 'use_garden', label: 'Use the garden', group: 'Garden' }
const BIG = { capability: 'grow_big', label: 'Grow big', group: 'Garden' }

test('a server’s own word for being harmless counts for nothing; the Hub’s does [agent.mcp.read-only]', async (t) => {
  const hub = await startMcpHub(t, { garden: program('garden-stdio', [], { hub: { readOnly: ['where'] } }) })
  await hub.ready()
  assert.equal(hub.tool('garden__greet').readOnly, false)
  assert.equal(hub.tool('garden__where').readOnly, true)
})

test('tools are restricted as the Hub says, whole servers or one by one, and can be granted before they are listed [agent.mcp.restricted]', async (t) => {
  const hub = await startMcpHub(t, {
    whole: program('garden-stdio', [], { hub: { restricted: USE } }),
    parts: program('garden-stdio', [], { hub: { restricted: { big: BIG } } }),
  })
  const capabilities = () =>
    capabilitiesOf([...hub.servers.tools(), ...hub.servers.awaited!()], {}).map(({ name, tools }) => [
      name,
      tools.length,
    ])
  assert.deepEqual(capabilities(), [
    ['grow_big', 1],
    ['use_garden', 1],
  ])
  await hub.ready()
  assert.deepEqual(hub.tool('whole__greet').restricted, USE)
  assert.deepEqual(hub.tool('parts__big').restricted, BIG)
  assert.equal(hub.tool('parts__greet').restricted, null)
  assert.deepEqual(capabilities(), [
    ['grow_big', 1],
    ['use_garden', 12],
  ])
})

test('only chosen tools are offered, and a name the server does not have is a problem [agent.mcp.chosen]', async (t) => {
  const hub = await startMcpHub(t, {
    garden: program('garden-stdio', [], {
      hub: { tools: ['greet', 'mow'], restricted: { delete: BIG }, timeout: 2 },
    }),
  })
  await hub.ready()
  assert.deepEqual(
    hub.servers.tools().map(({ name }) => name),
    ['garden__greet'],
  )
  assert.equal(hub.tool('garden__greet').timeoutMs, 2000)
  assert.deepEqual(
    hub.servers.problems().map(({ message }) => message),
    [
      'garden `hub.tools` names “mow”, a tool it does not have',
      'garden `hub.restricted` names “delete”, a tool it does not have',
    ],
  )
})
