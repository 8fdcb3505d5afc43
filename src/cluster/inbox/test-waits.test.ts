import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderTestWaits } from '#core/inbox/test-address/folder.ts'
import type { TestWaits } from '#core/inbox/test-address/test-waits.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../../../tests/support/folder.ts'
import { storeTestWaits } from './test-waits.ts'

const WAIT = { untilMs: 600_000, refusal: null, event: null }

async function keepsWaits([one, another]: readonly [TestWaits, TestWaits]) {
  assert.equal(await one.read('shop'), null)
  await one.write('shop', WAIT)
  await one.write('größe', { ...WAIT, untilMs: 1 })
  const refusal = { at: 5, why: 'too-old' as const, seconds: 7 }
  await another.write('shop', { ...WAIT, refusal, event: '{"n":9007199254740993}' })
  assert.deepEqual(await one.read('shop'), { ...WAIT, refusal, event: '{"n":9007199254740993}' })
  assert.deepEqual(await another.read('größe'), { ...WAIT, untilMs: 1 })
}

test('a wait for a test delivery is shared by the processes of a folder [inbox.wait]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': '' })
  await keepsWaits([folderTestWaits(folder), folderTestWaits(folder)])
})

test('a wait for a test delivery is shared by the instances of a database [inbox.wait]', async (t) => {
  const folder = await folderWith(t, {})
  await using store = await openStore({ kind: 'sqlite', path: `${folder}/hub.db` })
  const waits = () => storeTestWaits({ hub: 'a', store })
  await keepsWaits([waits(), waits()])
  assert.equal(await storeTestWaits({ hub: 'b', store }).read('shop'), null)
})
