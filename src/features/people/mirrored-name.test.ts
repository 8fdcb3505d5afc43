import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, refused } from '#ground/base/result.ts'
import { createNameMirror, isNameMirrored, withMirroredName } from './mirrored-name.ts'

const row = (name: string, meta: Record<string, unknown>) => ({
  id: 'garden',
  name,
  meta,
  baseModelId: null,
  isActive: true,
  params: {},
  grants: [],
})

test('a name counts as mirrored by its mark, or by the form of earlier releases', () => {
  assert.equal(isNameMirrored(row('A', withMirroredName({}, 'A'))), true)
  assert.equal(isNameMirrored(row('B', withMirroredName({}, 'A'))), false)
  assert.equal(isNameMirrored(row('A', { capabilities: { builtin_tools: false } })), true)
  assert.equal(isNameMirrored(row('A', {})), false)
  assert.equal(isNameMirrored(row('A', { capabilities: null })), false)
})

test('the web chat is asked once for each name, and again after a failure', async () => {
  let [name, stored, calls, isDown] = ['New', row('Old', withMirroredName({ kept: 1 }, 'Old')), 0, true]
  const mirror = createNameMirror({
    hub: 'garden',
    agentNames: async () => new Map([['garden', name]]),
    models: {
      find: async () => {
        calls++
        return isDown ? refused({ code: 'missing' }) : accepted(stored)
      },
      update: async (_id, change) => accepted((stored = { ...stored, ...change(stored) } as typeof stored)),
    },
  })
  assert.equal((await mirror()).ok, false)
  isDown = false
  for (let round = 0; round < 3; round++) assert.equal((await mirror()).ok, true)
  assert.deepEqual([stored.name, stored.meta, calls], ['New', { kept: 1, agent_name: 'New' }, 2])
  name = 'Newer'
  await mirror()
  assert.deepEqual([stored.name, calls], ['Newer', 3])
})
