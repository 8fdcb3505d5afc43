import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { readBlobsAddress } from '#ground/blobs/address.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import { UNREFERENCED_RETENTION_MS } from '#cluster/object-storage/holds.ts'
import { checkBucket } from '#cluster/object-storage/start-check.ts'
import { S3_BUCKET, S3_KEYS, startS3 } from '../support/s3.ts'
import { freePorts } from '../support/free-ports.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { kept, movedClock, piecesOf, readBack, removed, s3Engine } from './engines.ts'

const bytes = Buffer.from('the same bytes')

test('an unavailable server refuses new content and loses nothing, and is used again when it is available [blobs.away]', async (t) => {
  const engine = await s3Engine(t)
  const before = await kept(engine, Buffer.from('before'))
  await engine.s3.stop()
  const received = await engine.blobs.receive(piecesOf(bytes))
  await assert.rejects(received.upload(), BlobStorageUnavailable)
  await assert.rejects(engine.blobs.open(before), BlobStorageUnavailable)
  assert.deepEqual(engine.told, ['away: the server cannot be reached (ECONNREFUSED)'])
  await engine.s3.start()
  await received.upload()
  await engine.store.transaction((tx) => received.commit(tx))
  assert.equal(String(await readBack(engine, before)), 'before')
  assert.ok(bytes.equals((await readBack(engine, received))!))
  assert.deepEqual(engine.told.slice(1), ['back'])
})

test('earlier content in an instance’s folder is read there and removed there [blobs.before]', async (t) => {
  const engine = await s3Engine(t)
  const local = { blobs: await openFolderBlobs({ folder: engine.folder }), store: engine.store }
  const old = await kept(local, bytes)
  assert.ok(bytes.equals((await readBack(engine, old))!))
  assert.deepEqual(await Array.fromAsync(engine.blobs.hashes()), [old.hash])
  await removed(engine, old.hash)
  assert.equal(await engine.blobs.open(old), null)
})

for (const backend of BACKENDS) {
  const options = { skip: backend.skip }

  test(
    `content stays a day after a process was about to reference it, and is then removed, on ${backend.kind} [blobs.swept]`,
    options,
    async (t) => {
      const clock = movedClock()
      const engine = await s3Engine(t, { clock, store: await openTestStore(t, backend) })
      const path = (hash: string) => engine.s3.pathOf(`hub/artifacts/${hash}`)
      const received = await engine.blobs.receive(piecesOf(bytes))
      await received.upload() // the process ends after its upload and never stores a reference
      await removed(engine, received.hash)
      assert.deepEqual(await Array.fromAsync(engine.blobs.hashes()), [])
      assert.ok(existsSync(path(received.hash)))
      clock.move(UNREFERENCED_RETENTION_MS + 1000)
      assert.deepEqual(await Array.fromAsync(engine.blobs.hashes()), [received.hash])
      await removed(engine, received.hash)
      assert.ok(!existsSync(path(received.hash)))
      assert.deepEqual(await engine.store.db.selectFrom('blob_holds').selectAll().execute(), [])
      await assert.rejects(
        engine.store.transaction((tx) => received.commit(tx)),
        BlobStorageUnavailable,
      )
    },
  )

  test(
    `bytes that are being removed are brought again only after that, on ${backend.kind} [blobs.race]`,
    options,
    async (t) => {
      const clock = movedClock()
      const store = await openTestStore(t, backend)
      const s3 = await startS3(t)
      const [one, other] = [await s3Engine(t, { clock, store, s3 }), await s3Engine(t, { clock, store, s3 })]
      const blob = await kept(one, bytes)
      clock.move(UNREFERENCED_RETENTION_MS + 1000)
      const finish = await store.transaction((tx) => one.blobs.remove(tx, blob.hash))
      const again = await other.blobs.receive(piecesOf(bytes))
      let isBrought = false
      const bringing = again.upload().then(() => (isBrought = true))
      await systemClock.sleep(400)
      assert.equal(isBrought, false)
      await finish()
      await bringing
      await store.transaction((tx) => again.commit(tx))
      assert.ok(bytes.equals((await readBack(one, again))!))
    },
  )

  test(
    `concurrent storing and removing of the same old content never loses stored content, on ${backend.kind} [blobs.race]`,
    options,
    async (t) => {
      const clock = movedClock()
      const store = await openTestStore(t, backend)
      const s3 = await startS3(t)
      const engines = [await s3Engine(t, { clock, store, s3 }), await s3Engine(t, { clock, store, s3 })]
      for (let round = 0; round < 6; round++) {
        clock.move(UNREFERENCED_RETENTION_MS + 1000)
        const ends = await Promise.all(
          engines.flatMap((engine) => [removed(engine, sha256(bytes)).then(() => null), kept(engine, bytes)]),
        )
        const blob = ends.find((end) => end !== null)
        assert.ok(bytes.equals((await readBack(engines[round % 2]!, blob!))!), `round ${round}`)
      }
    },
  )
}

test('a process that stood still before it removed bytes leaves them to others [blobs.race]', async (t) => {
  const clock = movedClock()
  const engine = await s3Engine(t, { clock })
  const blob = await kept(engine, bytes)
  clock.move(UNREFERENCED_RETENTION_MS + 1000)
  const finish = await engine.store.transaction((tx) => engine.blobs.remove(tx, blob.hash))
  clock.move(61_000)
  await kept(engine, bytes) // the lease expired, so another process stores the content again
  await finish()
  assert.ok(bytes.equals((await readBack(engine, blob))!))
})

test('a removal that failed is done later [blobs.swept]', async (t) => {
  const clock = movedClock()
  const engine = await s3Engine(t, { clock })
  const blob = await kept(engine, bytes)
  clock.move(UNREFERENCED_RETENTION_MS + 1000)
  await engine.s3.stop()
  await removed(engine, blob.hash)
  await engine.s3.start()
  assert.deepEqual(await Array.fromAsync(engine.blobs.hashes()), [blob.hash])
  clock.move(120_000)
  await removed(engine, blob.hash)
  assert.equal(await engine.blobs.open(blob), null)
})

test('the check at a start reports problems without secrets [blobs.check]', async (t) => {
  const s3 = await startS3(t)
  const [closed] = await freePorts(1)
  const check = (place: string, credentials = S3_KEYS) =>
    checkBucket({ address: readBlobsAddress(place)!, credentials, clock: systemClock })
  const here = `endpoint=${s3.endpoint}`
  await check(`s3://${S3_BUCKET}/x?${here}`)
  assert.deepEqual(await readdir(join(s3.pathOf(''), '..')), [], 'and leaves nothing')
  const secret = 'a secret that must not be told'
  for (const [place, credentials, said] of [
    [`s3://nowhere?${here}`, S3_KEYS, /SVC_BLOBS_URL: there is no bucket nowhere at/],
    [`s3://${S3_BUCKET}?endpoint=http://127.0.0.1:${closed}`, S3_KEYS, /SVC_BLOBS_URL: .* cannot be reached/],
    [
      `s3://${S3_BUCKET}?${here}`,
      { ...S3_KEYS, accessKeyId: secret },
      /SVC_BLOBS_ACCESS_KEY_ID: .* does not know this key/,
    ],
    [
      `s3://${S3_BUCKET}?${here}`,
      { ...S3_KEYS, secretAccessKey: secret },
      /SVC_BLOBS_SECRET_ACCESS_KEY: it is not the secret/,
    ],
  ] as const)
    await assert.rejects(
      check(place, credentials),
      (error: Error) =>
        error.name === 'BadConfiguration' && said.test(error.message) && !error.message.includes(secret),
    )
})
