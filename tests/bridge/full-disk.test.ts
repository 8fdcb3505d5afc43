import assert from 'node:assert/strict'
import { rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { refusalOf, readText, saying, startTestBridge } from '../support/bridge.ts'
import { onFolders } from '../support/cluster-run.ts'
import { openRaw } from '../support/raw-http.ts'
import { NO_SMALL_DISK, smallDisk } from '../support/small-disk.ts'

test(
  'a full disk is reported as such; no unsaved work is confirmed, and everything continues once there is room [bridge.full-disk]',
  { skip: onFolders('what is kept is not on this disk') },
  async (t) => {
    const disk = await smallDisk(t, '256k')
    if (disk === null) return t.skip(NO_SMALL_DISK)
    const bridge = await startTestBridge(t)
    const chats = join(bridge.hubFolder, '.chats')
    rmSync(chats, { recursive: true })
    symlinkSync(disk.folder, chats)
    const ask = (words: string, more = {}) =>
      bridge.complete(saying(`/say ${words}`, { chat_id: 'c1', ...more }))
    assert.equal(await readText(await ask('before')), 'before')
    disk.fill()
    const long = 'x'.repeat(10_000)

    const refused = await refusalOf(await ask(long))
    assert.deepEqual([refused.status, refused.code], [424, 'disk_full']) // the failure happened after the model's answer
    assert.match(refused.message, /disk .* is full/)
    const streamed = await (await ask(long, { stream: true })).text()
    assert.match(streamed, /"code":"disk_full"/)
    assert.doesNotMatch(streamed, /\[DONE\]/)
    const another = await refusalOf(await bridge.complete(saying('/say hi', { chat_id: 'c2' })))
    assert.equal(another.status, 507)

    const connection = await openRaw(bridge.port)
    const body = 'y'.repeat(3_000_000)
    connection.send(
      `POST /uploads/c1/a.bin HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    assert.match(await connection.until('disk_full'), /^HTTP\/1\.1 507 /)
    await connection.closed()
    assert.equal(connection.socket.errored, null)
    assert.equal((await fetch(`http://127.0.0.1:${bridge.port}/healthz`)).status, 200)

    disk.free()
    assert.equal(await readText(await ask('after')), 'after')
    const prompts = (await bridge.history()).map(({ answer }) => answer)
    assert.deepEqual([prompts.at(0), prompts.at(-1)], ['before', 'after'])
  },
)
