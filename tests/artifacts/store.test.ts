import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { createContentsFixture, FILE, seedArtifacts } from './seed.ts'
import { listArtifacts, type ListFilter } from '#features/artifacts/list.ts'
import { usedBy } from '#features/artifacts/quota.ts'
import { unwrap } from '#ground/api/errors.ts'
import { openStore } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { plansOf } from '../support/plans.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const FILTERS: readonly ListFilter[] = [
  { view: 'mine' },
  { view: 'shared' },
  { view: 'all' },
  { view: 'all', q: 'title 7' },
  { view: 'mine', preview: 'html' },
]
const REACH = {
  viewer: { email: 'p3@x.org', userId: 'u3' },
  hubs: ['garden', 'attic'],
  groups: ['g1', 'g2'],
  deletedOwnerIds: [] as string[],
}

const FILE_COLUMNS = { filename: 'a.txt', content_type: 'text/plain', preview: 'text', size: 14 }

async function twoProcesses(t: TestContext, backend: Backend) {
  const [location, folder] = [await backend.locate(t), await folderWith(t, {})]
  return Promise.all(
    [1, 2].map(async () => {
      const store = await openStore(location)
      t.after(() => store[Symbol.asyncDispose]())
      return { folder, ...(await createContentsFixture(store, folder)) }
    }),
  )
}
const bytesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true })).filter((name) => /[0-9a-f]{64}$/.test(name))

for (const backend of BACKENDS) {
  const options = { skip: backend.skip }

  test(`no list of artifacts scans a table, on ${backend.kind} [artifacts.indexes]`, options, async (t) => {
    const store = await openTestStore(t, backend)
    await seedArtifacts(store, 3000, { people: 300, groups: 300, hubs: 70, blocks: 500 })
    if (store.kind === 'postgres') await sql`analyze`.execute(store.db)
    const plans = await plansOf(store, async (db) => {
      for (const filter of FILTERS) await listArtifacts(db, REACH, filter, { offset: 0, limit: 50 })
      await usedBy(db, { owner: 'p3@x.org', ownerId: 'u3' })
    })
    assert.ok(plans.length >= FILTERS.length)
    for (const plan of plans) assert.deepEqual(plan.scanned, [], `${plan.sql}\n${plan.steps.join('\n')}`)
  })

  test(
    `one’s own are counted and in order by an index, on ${backend.kind} [artifacts.indexes]`,
    options,
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedArtifacts(store, 9000, { people: 2, hubs: 2 })
      if (store.kind === 'postgres') await sql`vacuum analyze artifacts`.execute(store.db)
      const reach = { ...REACH, viewer: { email: 'p1@x.org', userId: 'u1' } }
      const plans = await plansOf(store, (db) =>
        listArtifacts(db, reach, { view: 'mine' }, { offset: 0, limit: 50 }),
      )
      const read = plans.find(({ sql }) => sql.includes('count'))!.steps.join('\n')
      assert.match(read, /(COVERING INDEX|Index (Only )?Scan Backward using) artifacts_by_owner/)
    },
  )

  test(`every list agrees with a plain reading, on ${backend.kind} [artifacts.list]`, options, async (t) => {
    const store = await openTestStore(t, backend)
    const seeded = await seedArtifacts(store, 300)
    const others = seeded.filter(({ owner }) => owner !== REACH.viewer.email && owner !== 'p9@x.org')
    const mine = seeded.filter(({ owner }) => owner === REACH.viewer.email)
    const shared = others.filter(
      ({ audience, people, groups }) =>
        audience === 'hub' ||
        people.includes(REACH.viewer.email) ||
        groups.some((group) => REACH.groups.includes(group)),
    )
    for (const [view, expected] of [
      ['mine', mine],
      ['shared', shared],
      ['all', [...mine, ...shared]],
    ] as const) {
      const visible = expected
        .filter(({ hub }) => REACH.hubs.includes(hub))
        .toSorted((a, b) => b.updatedAt - a.updatedAt)
      const { items, ...count } = await listArtifacts(store.db, REACH, { view }, { offset: 2, limit: 20 })
      assert.deepEqual(count, { total: visible.length, totalIsExact: true }, view)
      assert.deepEqual(
        items.map(({ id }) => id),
        visible.slice(2, 22).map(({ id }) => id),
        view,
      )
    }
    const nobody = { ...REACH, hubs: [] }
    assert.deepEqual(await listArtifacts(store.db, nobody, { view: 'all' }, { offset: 0, limit: 5 }), {
      items: [],
      total: 0,
      totalIsExact: true,
    })
  })

  test(
    `artifacts are counted to a thousand or to the end of the page, on ${backend.kind} [artifacts.counted]`,
    options,
    async (t) => {
      const store = await openTestStore(t, backend)
      const seeded = await seedArtifacts(store, 1100, { people: 1 })
      const { owner } = seeded[0]!
      const reach = { ...REACH, viewer: { email: owner, userId: `u${owner.slice(1, 2)}` } }
      reach.hubs = [...new Set(seeded.map(({ hub }) => hub))]
      const newest = seeded.toSorted((a, b) => b.updatedAt - a.updatedAt).map(({ id }) => id)
      for (const [offset, total] of [
        [0, 1000],
        [980, 1030],
        [1080, 1100],
        [2000, 1100],
      ] as const) {
        const found = await listArtifacts(store.db, reach, { view: 'mine' }, { offset, limit: 50 })
        assert.deepEqual(
          found.items.map(({ id }) => id),
          newest.slice(offset, offset + 50),
          `from ${offset}`,
        )
        assert.deepEqual([found.total, found.totalIsExact], [total, total === 1100], `from ${offset}`)
      }
    },
  )

  test(
    `two processes that publish and delete the same content concurrently never lose referenced content, on ${backend.kind} [artifacts.contents.race]`,
    options,
    async (t) => {
      const processes = await twoProcesses(t, backend)
      const [{ store, folder }] = processes as [(typeof processes)[0]]
      for (let round = 0; round < 8; round++) {
        const made = await Promise.all(
          processes.flatMap(({ publish }) => [
            publish.create(FILE.made, FILE.given()).then((made) => unwrap(made)),
            publish.create(FILE.made, FILE.given()).then((made) => unwrap(made)),
          ]),
        )
        await Promise.all([
          ...made
            .slice(1)
            .map(({ id }, n) => processes[n % 2]!.sharing.remove(id, {}).then((made) => unwrap(made))),
          ...processes.map(({ publish }) =>
            publish.update(made[0]!, {}, FILE.given()).then((made) => unwrap(made)),
          ),
        ])
        const rows = await store.db.selectFrom('artifact_versions').select('sha256').execute()
        assert.equal((await bytesIn(folder)).length, 1, `round ${round}: ${rows.length} versions name them`)
        const { version } = await store.db
          .selectFrom('artifacts')
          .select('version')
          .where('id', '=', made[0]!.id)
          .executeTakeFirstOrThrow()
        assert.equal(version, 3)
        await processes[0]!.sharing.remove(made[0]!.id, {})
        assert.deepEqual(await bytesIn(folder), [])
      }
      assert.deepEqual(await store.db.selectFrom('artifact_contents').selectAll().execute(), [])
    },
  )

  test(
    `bytes that are being named are not removed by another process, on ${backend.kind} [artifacts.contents.race]`,
    options,
    async (t) => {
      const [one, other] = await twoProcesses(t, backend)
      const { id } = unwrap(await one!.publish.create(FILE.made, FILE.given()))
      const received = unwrap(await one!.contents.receive(FILE.given().bytes, 1000))
      let removal: Promise<unknown> = Promise.resolve()
      await one!.store.transaction(async (tx) => {
        await one!.contents.makePermanent(tx, received)
        removal = other!.sharing.remove(id, {})
        await new Promise((resolve) => setTimeout(resolve, 300))
        const version = { artifact_id: 'another', version: 1, created_at_ms: 1, ...FILE_COLUMNS }
        await tx
          .insertInto('artifact_versions')
          .values({ ...version, sha256: received.hash })
          .execute()
      })
      await removal
      assert.equal((await bytesIn(one!.folder)).length, 1)
    },
  )

  test(
    `a row that can’t be written leaves no bytes, on ${backend.kind} [artifacts.crash]`,
    options,
    async (t) => {
      const store = await openTestStore(t, backend)
      const folder = await folderWith(t, {})
      const { publish } = await createContentsFixture(store, folder, { newId: () => 'the same id twice' })
      unwrap(await publish.create(FILE.made, FILE.given('first')))
      await assert.rejects(publish.create(FILE.made, FILE.given('second')))
      assert.equal((await bytesIn(folder)).length, 1)
      assert.deepEqual(await readdir(join(folder, 'incoming')), [])
    },
  )
}
