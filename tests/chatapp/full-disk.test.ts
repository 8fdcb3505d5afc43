import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHub } from '../support/running-hub.ts'
import { onFolders } from '../support/cluster-run.ts'
import { NO_SMALL_DISK, smallDisk } from '../support/small-disk.ts'
import { clientOf } from './client.ts'

test(
  'on a full disk uploads through the edge are refused, and delay no other request [chatapp.full-disk]',
  { skip: onFolders('what is kept is not on this disk') },
  async (t) => {
    const disk = await smallDisk(t, '6m')
    if (disk === null) return t.skip(NO_SMALL_DISK)
    await using hub = await runHub({ processes: 'usual', environment: { SVC_DATA_DIR: disk.folder } })
    const visitor = clientOf(hub.url)
    const form = { name: 'Ann', email: 'ann@example.com', password: 'a-long-password-1' }
    const { json } = await visitor.post('/api/v1/auths/signup', form)
    const ann = clientOf(hub.url, json.token, json.id)
    disk.fill()

    const others = () => Promise.all(Array.from({ length: 20 }, () => visitor.get('/api/config')))
    const uploads = Array.from({ length: 10 }, () => ann.upload('a.bin', 'x'.repeat(2_000_000)))
    for (let round = 0; round < 5; round++) for (const { status } of await others()) assert.equal(status, 200)
    for (const { status, json } of await Promise.all(uploads)) {
      assert.equal(status, 507)
      assert.match(json.detail, /disk .* is full/)
    }
    for (const { status } of await others()) assert.equal(status, 200)

    const group = { name: 'many', description: 'y'.repeat(5000) }
    let stored = await ann.post('/api/v1/groups/create', group)
    while (stored.status === 200) stored = await ann.post('/api/v1/groups/create', group)
    assert.equal(stored.status, 507)
    assert.match(stored.json.detail, /disk .* is full/)

    disk.free()
    assert.equal((await ann.upload('a.bin', 'x'.repeat(100_000))).status, 200)
  },
)
