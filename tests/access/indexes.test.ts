import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readAccessList, streamAccess, streamGrants, type AccessQuery } from '#core/access/lists.ts'
import { foundBy } from '#features/people/conditions.ts'
import { seedPeople } from '../support/people.ts'
import { plansOf } from '../support/plans.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const PAGE = { offset: 100, limit: 50 }
const from = { subject: 'person10.novak@bolt.example.com', offset: 60 }
const LISTS: readonly AccessQuery[] = [
  { hubs: ['hub-7', '*'], ...PAGE },
  { hubs: ['hub-7', '*'], total: 300, from, ...PAGE },
  { hubs: ['hub-7', '*'], q: 'smith', ...PAGE },
  { hubs: ['hub-1', 'hub-2', 'hub-3', '*'], ...PAGE },
  { hubs: ['hub-7', '*'], permission: 'use_hub', ...PAGE },
  { hubs: ['hub-7', '*'], permission: 'use_hub', q: 'smith', ...PAGE },
  { hubs: ['hub-7', '*'], first: 'manage_access', ...PAGE },
  { hubs: ['hub-7', '*'], q: 'mith', alternativeMatch: foundBy('mith'), ...PAGE },
  { hubs: null, permission: 'manage_access', ...PAGE },
  { hubs: null, ...PAGE },
  { hubs: null, q: 'smith', from, ...PAGE },
]

for (const backend of BACKENDS)
  test(
    `no list of people with access scans the grants, on ${backend.kind} [access.indexes]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedPeople(store, { people: 3000, hubs: 10 })
      if (store.kind === 'postgres') await sql`analyze`.execute(store.db)
      const plans = await plansOf(store, async (db) => {
        for (const query of LISTS) await readAccessList({ db }, query)
        for await (const _ of streamGrants({ db }, 'hub-7')) break
        for (const { offset: _, limit: __, from: ___, total: ____, ...filter } of LISTS)
          for await (const _ of streamAccess({ db }, filter)) continue
      })
      assert.ok(plans.length >= LISTS.length * 2)
      for (const { sql: text, steps, scanned } of plans)
        // `readAccessList` reads all subjects in order and counts them, so a scan of `access_subjects` is allowed.
        assert.deepEqual(
          scanned.filter((table) => table !== 'access_subjects'),
          [],
          `${text}\n${steps.join('\n')}`,
        )
    },
  )

test('a page around a person equals the page from the start [access.list]', async (t) => {
  const store = await openTestStore(t, BACKENDS[0]!)
  await seedPeople(store, { people: 500, hubs: 3 })
  for (const hubs of [['hub-1'], ['hub-1', 'hub-2', '*'], null]) {
    const { items } = await readAccessList(store, { hubs, offset: 0, limit: 80 })
    const last = { subject: items[79]!.subject, offset: 79 }
    for (const offset of [79, 80, 117])
      assert.deepEqual(
        await readAccessList(store, { hubs, offset, limit: 30, from: last }),
        await readAccessList(store, { hubs, offset, limit: 30 }),
      )
  }
})

test('the whole list is read in portions, and no person is skipped when others lose access meanwhile [access.list]', async (t) => {
  const store = await openTestStore(t, BACKENDS[0]!)
  await seedPeople(store, { people: 1500, hubs: 3 })
  for (const filter of [{ hubs: ['hub-1', '*'] }, { hubs: ['hub-1', 'hub-2'], q: 'smith' }, { hubs: null }]) {
    const { items } = await readAccessList(store, { ...filter, offset: 0, limit: 10_000 })
    assert.deepEqual((await Array.fromAsync(streamAccess(store, filter))).flat(), items)
  }
  const { items } = await readAccessList(store, { hubs: ['hub-1'], offset: 0, limit: 10_000 })
  assert.ok(items.length > 400)
  const read = []
  for await (const portion of streamAccess(store, { hubs: ['hub-1'] })) {
    read.push(...portion)
    const lost = portion.slice(0, 50).map(({ subject }) => subject)
    await store.db
      .deleteFrom('access_grants')
      .where('hub', '=', 'hub-1')
      .where('subject', 'in', lost)
      .execute()
  }
  assert.deepEqual(read, items)
})
