import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sha256 } from '#ground/base/ids.ts'
import { BlobDamaged } from '#ground/blobs/blobs.ts'
import { folderEngine, kept, piecesOf, readBack, removed, s3Engine } from './engines.ts'

const LARGE = 20 * 1024 * 1024

for (const [name, open] of [
  ['a folder', folderEngine],
  ['a bucket', s3Engine],
] as const)
  describe(`bytes in ${name}`, () => {
    test('small, large and empty contents are returned unchanged, whole and in part [blobs.same]', async (t) => {
      const engine = await open(t)
      for (const bytes of [Buffer.from('hello'), randomBytes(LARGE), Buffer.alloc(0)]) {
        const blob = await kept(engine, bytes)
        assert.deepEqual([blob.hash, blob.size], [sha256(bytes), bytes.length])
        assert.deepEqual(Buffer.from(blob.head), bytes.subarray(0, 4100))
        assert.ok(bytes.equals((await readBack(engine, blob))!))
        if (bytes.length < 5) continue
        const part = await readBack(engine, blob, { start: 1, end: bytes.length - 2 })
        assert.ok(bytes.subarray(1, -1).equals(part!))
      }
      assert.deepEqual(await readdir(join(engine.folder, 'incoming')), [])
    })

    test('equal content, stored twice in sequence and concurrently, exists once and is readable [blobs.same]', async (t) => {
      const engine = await open(t)
      const bytes = randomBytes(200_000)
      const first = await kept(engine, bytes)
      const received = await Promise.all(
        Array.from({ length: 6 }, () => engine.blobs.receive(piecesOf(bytes))),
      )
      await Promise.all(received.map((blob) => blob.upload()))
      for (const blob of received) await engine.store.transaction((tx) => blob.commit(tx))
      assert.deepEqual(new Set(received.map(({ hash }) => hash)), new Set([first.hash]))
      assert.ok(bytes.equals((await readBack(engine, first))!))
    })

    test('content that was never stored or was discarded is missing [blobs.missing]', async (t) => {
      const engine = await open(t)
      assert.equal(await engine.blobs.open({ hash: sha256('nobody'), size: 6 }), null)
      const received = await engine.blobs.receive(piecesOf(Buffer.from('dropped')))
      await received.discard()
      assert.equal(await engine.blobs.open(received), null)
    })

    test('an upload that breaks off leaves nothing [blobs.missing]', async (t) => {
      const engine = await open(t)
      const broken = async function* () {
        yield randomBytes(100_000)
        throw new Error('the sender left')
      }
      await assert.rejects(engine.blobs.receive(broken()), /the sender left/)
      assert.deepEqual(await readdir(join(engine.folder, 'incoming')), [])
      assert.deepEqual(await engine.store.db.selectFrom('blob_holds').selectAll().execute(), [])
    })

    test('a reader that stops early affects no other reader [blobs.same]', async (t) => {
      const engine = await open(t)
      const bytes = randomBytes(LARGE)
      const blob = await kept(engine, bytes)
      for (let readers = 0; readers < 3; readers++)
        for await (const piece of (await engine.blobs.open(blob))!.read()) {
          assert.ok(piece.length > 0)
          break
        }
      const unread = (await engine.blobs.open(blob))!.read()
      unread.destroy()
      await (await engine.blobs.open(blob))!.close()
      assert.ok(bytes.equals((await readBack(engine, blob))!))
    })

    test('removing missing content is no error [blobs.swept]', async (t) => {
      const engine = await open(t)
      await removed(engine, sha256('nobody'))
    })
  })

test('a damaged object is never read as whole [blobs.damaged]', async (t) => {
  const engine = await s3Engine(t)
  const large = await kept(engine, randomBytes(LARGE))
  await engine.damage(large.hash)
  const opened = (await engine.blobs.open(large))!
  let length = 0
  await assert.rejects(async () => {
    for await (const piece of opened.read()) length += piece.length
  }, BlobDamaged)
  assert.ok(length < large.size, 'the last piece is held back')

  const small = await kept(engine, Buffer.from('small'))
  await engine.damage(small.hash)
  await assert.rejects(readBack(engine, small), BlobDamaged)

  const short = await kept(engine, Buffer.from('to be cut'))
  await engine.shorten(short.hash)
  await assert.rejects(readBack(engine, short))
  await assert.rejects(engine.blobs.open({ hash: small.hash, size: 4 }), BlobDamaged)
  assert.ok(engine.told.includes(`damaged: ${large.hash}`) && engine.told.includes(`damaged: ${small.hash}`))

  await kept(engine, Buffer.from('small'))
  assert.equal(String(await readBack(engine, small)), 'small', 'publishing it again mends it')
})
