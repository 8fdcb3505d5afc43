import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { createChatappFiles } from '#chatapp/files/files.ts'
import { unwrap } from '#ground/api/errors.ts'
import { sha256 } from '#ground/base/ids.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { UNREFERENCED_RETENTION_MS } from '#cluster/object-storage/holds.ts'
import { createContentsFixture, FILE } from '../artifacts/seed.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { kept, movedClock, piecesOf, s3Engine } from './engines.ts'

const LIVE = new AbortController().signal

for (const backend of BACKENDS) {
  const options = { skip: backend.skip }

  test(
    `unreferenced contents of artifacts in a bucket are removed after a day, on ${backend.kind} [blobs.swept]`,
    options,
    async (t) => {
      const clock = movedClock()
      const engine = await s3Engine(t, { clock, store: await openTestStore(t, backend) })
      const { blobs, store, folder } = engine
      const { publish, sharing, contents } = await createContentsFixture(store, folder, { clock, blobs })
      const isThere = (text: string) => existsSync(engine.s3.pathOf(`hub/artifacts/${sha256(text)}`))
      const made = unwrap(await publish.create(FILE.made, FILE.given('stays')))
      const gone = unwrap(await publish.create(FILE.made, FILE.given('goes')))
      await kept(engine, Buffer.from('left by a crash'))
      await sharing.remove(gone.id, {})
      await contents.sweep(LIVE)
      assert.ok(isThere('goes') && isThere('left by a crash'), 'somebody may be about to name them')
      clock.move(UNREFERENCED_RETENTION_MS + 1000)
      await contents.sweep(LIVE)
      assert.deepEqual(['stays', 'goes', 'left by a crash'].map(isThere), [true, false, false])

      await sharing.remove(made.id, {})
      assert.equal(isThere('stays'), false, 'what is old goes with its last name')
      unwrap(await publish.create(FILE.made, FILE.given('the only one')))
      const { id } = await store.db.selectFrom('artifacts').select('id').executeTakeFirstOrThrow()
      await sharing.remove(id, {})
      clock.move(UNREFERENCED_RETENTION_MS + 1000)
      await contents.sweep(LIVE)
      assert.equal(isThere('the only one'), false, 'also when nothing is named any more')
      assert.deepEqual(await store.db.selectFrom('blob_holds').selectAll().execute(), [])
    },
  )
}

test('an upload that waited for its name until it was swept is refused, and nothing names it [blobs.swept]', async (t) => {
  const clock = movedClock()
  const engine = await s3Engine(t, { clock })
  const { contents } = await createContentsFixture(engine.store, engine.folder, engine)
  const received = unwrap(await contents.receive(piecesOf(Buffer.from('slow')), 1000))
  unwrap(await contents.copyToSharedStorage(received))
  clock.move(UNREFERENCED_RETENTION_MS + 1000)
  await contents.sweep(LIVE)
  await assert.rejects(
    engine.store.transaction((tx) => contents.makePermanent(tx, received)),
    BlobStorageUnavailable,
  )
})

test('unreferenced attached files in a bucket are removed after a day [blobs.swept]', async (t) => {
  const clock = movedClock()
  const engine = await s3Engine(t, { clock })
  const files = createChatappFiles({ ...engine, clock })
  await kept(engine, Buffer.from('left by a crash'))
  await files.sweep(LIVE)
  assert.equal((await engine.store.db.selectFrom('blob_holds').selectAll().execute()).length, 1)
  clock.move(UNREFERENCED_RETENTION_MS + 1000)
  await files.sweep(LIVE)
  assert.deepEqual(await engine.store.db.selectFrom('blob_holds').selectAll().execute(), [])
  assert.equal(existsSync(engine.s3.pathOf(`hub/artifacts/${sha256('left by a crash')}`)), false)
})
