import assert from 'node:assert/strict'
import { test } from 'node:test'
import { delivery, inboxOf } from '../inbox/support.ts'
import { onFolders } from '../support/cluster-run.ts'
import { NO_SMALL_DISK, smallDisk } from '../support/small-disk.ts'
import { send, signed, startReceiver } from './started-receiver.ts'

test(
  'on a full disk deliveries get 500 and leave nothing; once there is room they are accepted, without a restart [webhook.answers]',
  { skip: onFolders('what is kept is not on this disk') },
  async (t) => {
    const disk = await smallDisk(t, '64k')
    if (disk === null) return t.skip(NO_SMALL_DISK)
    const { url, events, markers, close } = await startReceiver(t, {}, disk.folder)
    assert.equal(await send(url, signed('{"n":0}')), '200 ok')
    disk.fill()
    const marked = await markers()
    for (const n of [1, 2, 3]) assert.equal(await send(url, signed(`{"n":${n}}`)), '500 sink error')
    assert.equal(await markers(), marked)
    assert.equal((await events()).length, 1)
    disk.free()
    for (const n of [1, 2, 3]) assert.equal(await send(url, signed(`{"n":${n}}`)), '200 ok')
    assert.deepEqual(
      (await events()).map(({ body }) => body),
      [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }],
    )
    await close()
  },
)

test('a disk that fills under the journal keeps all acknowledged events and nothing more; all appear once there is room [webhook.answers]', async (t) => {
  const disk = await smallDisk(t, '2m')
  if (disk === null) return t.skip(NO_SMALL_DISK)
  const { inbox, bodies, journals, seen } = await inboxOf(t, { hubFolder: disk.folder, journalBytes: 65_536 })
  const store = (id: string) => inbox.store(delivery(`"${id}"`, id)).then(({ outcome }) => outcome)
  for (let n = 0; journals().length === 0; n++) assert.equal(await store(`first-${n}`), 'stored')
  const before = (await bodies()).length
  disk.fill()
  const taken: string[] = []
  for (const id of ['a', 'b', 'c']) if ((await store(id).catch(() => 'refused')) === 'stored') taken.push(id)
  assert.ok(taken.length < 3, 'no more than what came before the first file failed')
  await assert.rejects(store('d'), /ENOSPC/)
  disk.free()
  for (const id of ['a', 'b', 'c', 'd'])
    assert.equal(await store(id), taken.includes(id) ? 'duplicate' : 'stored', id)
  const after = (await bodies()).slice(before).map(String)
  assert.deepEqual(after.toSorted(), ['a', 'b', 'c', 'd'])
  assert.equal(seen.failures.length, 1, 'and it was told once')
})
