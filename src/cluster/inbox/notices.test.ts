import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../../../tests/support/folder.ts'
import { storeNotices } from './notices.ts'
import { folderNotices } from '#core/inbox/notices/folder.ts'
import { MAX_ENDPOINTS, openNotices, type NoticesKeeper } from '#core/inbox/notices/notices.ts'

const ticking = () => {
  let nowMs = 1_000
  return { now: () => nowMs++ }
}

const keepers: [
  string,
  (folder: string) => Promise<AsyncDisposable & { two: [NoticesKeeper, NoticesKeeper] }>,
][] = [
  [
    'a folder',
    async (folder) => ({
      two: [folderNotices(folder), folderNotices(folder)],
      async [Symbol.asyncDispose]() {},
    }),
  ],
  [
    'a database',
    async (folder) => {
      const store = await openStore({ kind: 'sqlite', path: `${folder}/hub.db` })
      const keeper = () => storeNotices({ hub: 'a', store })
      return { two: [keeper(), keeper()], [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() }
    },
  ],
]

for (const [name, open] of keepers)
  test(`notices of several receivers are kept together in ${name}, in bounds [webhook.refusals]`, async (t) => {
    await using opened = await open(await folderWith(t, { 'agent.md': '' }))
    const clock = ticking()
    for (const keeper of opened.two) {
      await using notices = openNotices({ keeper, clock })
      for (let count = 0; count < 15; count++) notices.recordRefusal('shop', { why: 'mismatch' })
      notices.recordRefusal('shop', { why: 'too-old', seconds: 7 })
      notices.recordOtherBody('shop', { header: 'x-webhook-id', id: 'i'.repeat(300) })
      for (let count = 0; count < MAX_ENDPOINTS; count++)
        notices.recordRefusal(`e${count}`, { why: 'no-proof' })
    }
    const all = await opened.two[0].read()
    const { refused, refusals, otherBodies, lastOtherBody } = all['shop']!
    assert.deepEqual([refused, refusals.length, otherBodies, lastOtherBody!.id.length], [32, 20, 2, 200])
    assert.deepEqual(refusals[0], { at: refusals[0]!.at, why: 'too-old', seconds: 7 })
    assert.deepEqual(
      refusals,
      refusals.toSorted((a, b) => b.at - a.at),
    )
    assert.equal(Object.keys(all).length, MAX_ENDPOINTS)
  })

test('notices that could not be kept are kept with the next ones', async () => {
  const kept: number[] = []
  let fails = true
  const keeper = {
    async add(all: Readonly<Record<string, { refused: number }>>) {
      if (fails) throw new Error('away')
      kept.push(all['shop']!.refused)
    },
  }
  const notices = openNotices({ keeper, clock: ticking() })
  notices.recordRefusal('shop', { why: 'mismatch' })
  await notices[Symbol.asyncDispose]()
  fails = false
  notices.recordRefusal('shop', { why: 'mismatch' })
  await notices[Symbol.asyncDispose]()
  assert.deepEqual(kept, [2])
})
