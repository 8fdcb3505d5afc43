import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { send, signed, startReceiver } from './started-receiver.ts'

/** A file system of 64 KiB in memory; null where one can't be mounted. */
async function smallDisk(t: TestContext): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-test-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder])
  t.after(async () => {
    if (status === 0) spawnSync('umount', ['-l', folder])
    await rm(folder, { recursive: true })
  })
  return status === 0 ? folder : null
}

test('on a full disk deliveries answer 500 and leave nothing; once there is room they are taken, without a restart [webhook.answers]', async (t) => {
  const folder = await smallDisk(t)
  if (folder === null) return t.skip('mounting a small file system needs root')
  const { url, events, markers, close } = await startReceiver(t, {}, folder)
  assert.equal(await send(url, signed('{"n":0}')), '200 ok')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(bavail * bsize))
  const marked = markers()
  for (const n of [1, 2, 3]) assert.equal(await send(url, signed(`{"n":${n}}`)), '500 sink error')
  assert.equal(markers(), marked)
  assert.equal((await events()).length, 1)
  rmSync(join(folder, 'ballast'))
  for (const n of [1, 2, 3]) assert.equal(await send(url, signed(`{"n":${n}}`)), '200 ok')
  assert.deepEqual(
    (await events()).map(({ body }) => body),
    [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }],
  )
  await close()
})
