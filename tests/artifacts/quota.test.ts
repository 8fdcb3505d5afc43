import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { usedBy } from '#features/artifacts/quota.ts'
import { unwrap } from '#ground/api/errors.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { BACKENDS } from '../support/stores.ts'
import { createContentsFixture, FILE } from './seed.ts'
import { startArtifacts } from './world.ts'

const bytesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{24,}$/.test(name))

test('publishing beyond a person’s storage limit is refused with advice, and works again after a deletion [artifacts.room]', async (t) => {
  const world = await startArtifacts(t, { environment: { SVC_ARTIFACT_BYTES_PER_PERSON: '2048' } })
  const { pat } = world
  const folder = join(world.console.folder, 'data/artifacts')
  const upload = (size: number, more: Record<string, string> = {}) => {
    const search = new URLSearchParams({ hub: 'garden', filename: 'b.txt', ...more })
    return pat.ask('POST', `/artifacts/api/upload?${search}`, { body: Buffer.alloc(size, String(size % 7)) })
  }
  const big = await pat.publish({ content: 'x'.repeat(1500), title: 'Big one' })
  const before = await bytesIn(folder)
  const refused = await upload(549)
  assert.deepEqual([refused.status, refused.json.code], [413, 'too_large'])
  assert.match(
    refused.json.detail,
    /may use 2 KiB .*would exceed it\. Delete .*largest in this Hub: “Big one” \(1\.5 KiB\)/,
  )
  assert.deepEqual(await bytesIn(folder), before, 'it left nothing')
  assert.equal((await upload(549, { artifact: big.id })).status, 413, 'older versions count')
  assert.equal((await pat.ask('GET', `/artifacts/api/${big.id}`)).json.version, 1)
  assert.equal((await upload(548, { artifact: big.id })).status, 201, 'to the last byte')
  assert.equal((await upload(1)).status, 413)
  const other = await world.addVisitor('Otto', 'use_hub')
  await other.publish({ content: 'x'.repeat(2048) })
  assert.equal((await pat.ask('DELETE', `/artifacts/api/${big.id}`)).status, 200)
  assert.equal((await upload(2048)).status, 201)
})

for (const backend of BACKENDS) {
  test(
    `concurrent publications for one person, from two processes, never exceed the storage limit, on ${backend.kind} [artifacts.room.race]`,
    { skip: backend.skip },
    async (t) => {
      const [location, folder] = [await backend.locate(t), await folderWith(t, {})]
      const processes = await Promise.all(
        [1, 2].map(async () => {
          const store = await openStore(location)
          t.after(() => store[Symbol.asyncDispose]())
          return createContentsFixture(store, folder, { bytesPerPerson: 100 })
        }),
      )
      const { publish, store } = processes[0]!
      const first = unwrap(await publish.create(FILE.made, FILE.given('0123456789')))
      const results = await Promise.allSettled(
        processes.flatMap((process, p) =>
          Array.from({ length: 10 }, (_, n) => {
            const given = FILE.given(`file ${p}/${n} .`)
            const published =
              n % 2 === 0
                ? process.publish.create(FILE.made, given)
                : process.publish.update(first, {}, given)
            return published.then((made) => unwrap(made))
          }),
        ),
      )
      const done = results.filter(({ status }) => status === 'fulfilled').length
      for (const result of results)
        if (result.status === 'rejected') assert.equal(result.reason.code, 'too_large', String(result.reason))
      assert.equal(done, 9)
      assert.equal(await usedBy(store.db, { owner: 'pat@x.org', ownerId: 'u1' }), 100)
      assert.equal((await bytesIn(folder)).length, 10, 'what was refused left nothing')
    },
  )
}
