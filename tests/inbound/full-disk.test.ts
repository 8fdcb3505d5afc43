import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_SMALL_DISK, smallDisk } from '../support/small-disk.ts'
import { send, signed, startReceiver } from './started-receiver.ts'

test('on a full disk deliveries answer 500 and leave nothing; once there is room they are taken, without a restart [webhook.answers]', async (t) => {
  const disk = await smallDisk(t, '64k')
  if (disk === null) return t.skip(NO_SMALL_DISK)
  const { url, events, markers, close } = await startReceiver(t, {}, disk.folder)
  assert.equal(await send(url, signed('{"n":0}')), '200 ok')
  disk.fill()
  const marked = markers()
  for (const n of [1, 2, 3]) assert.equal(await send(url, signed(`{"n":${n}}`)), '500 sink error')
  assert.equal(markers(), marked)
  assert.equal((await events()).length, 1)
  disk.free()
  for (const n of [1, 2, 3]) assert.equal(await send(url, signed(`{"n":${n}}`)), '200 ok')
  assert.deepEqual(
    (await events()).map(({ body }) => body),
    [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }],
  )
  await close()
})
