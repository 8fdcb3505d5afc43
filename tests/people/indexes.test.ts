import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listPeople, streamPeople, type PeopleFilter } from '#features/people/list.ts'
import type { Store } from '#ground/store/store.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { seedPeople } from '../support/people.ts'
import { plansOf } from '../support/plans.ts'

const PAGE = { offset: 0, limit: 50 }
const FILTERS: Record<string, PeopleFilter> = {
  nothing: { hubs: null },
  status: { status: 'pending', hubs: null },
  role: { role: 'admin', hubs: null },
  'status and role': { status: 'active', role: 'user', hubs: null },
  'a rare word': { q: 'person1234', hubs: null },
  'a common word': { q: 'exa', hubs: null },
  'a word and a status': { q: 'pers', status: 'pending', hubs: null },
  Hub: { hubs: ['hub-7'] },
  'Hub and status': { status: 'active', hubs: ['hub-7'] },
  'a Hub and a word of others': { q: 'acme', hubs: ['bolt-2'] },
  'two words': { q: 'smith acme', hubs: null },
  'two words, a status and Hubs': { q: 'smi exa', status: 'active', hubs: ['hub-1', 'acme-1'] },
  'inside a word': { q: 'mith', hubs: null },
  'a permission': { permission: 'use_hub', hubs: null },
  'a permission nobody has': { permission: 'send_invoices', hubs: null },
  'a permission, a Hub and a word': { permission: 'use_hub', q: 'mith', hubs: ['hub-3'] },
  'several Hubs and a word': { q: 'person2', hubs: ['hub-1', 'hub-2', 'hub-3'] },
}

/** The names of seeded people begin with the number in their address. */
const byNumber = (a: string, b: string): number => numberIn(a) - numberIn(b)
const numberIn = (subject: string): number => Number(/\d+/.exec(subject)![0])

for (const backend of BACKENDS)
  test(
    `every filter agrees with a plain search, for any sample, on ${backend.kind} [people.filter]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const seeded = await seedPeople(store, { people: 3000, hubs: 10 })
      const everyone = { subject: '*', hub: 'hub-7', permission: 'use_hub' }
      await store.db
        .insertInto('access_grants')
        .values({ ...everyone, granted_by: 'ann@x.org', granted_at_ms: 1, revision: 1 })
        .execute()
      for (const subjects of [null, [], seeded.map(({ subject }) => subject)]) {
        if (subjects) await replaceSample(store, subjects)
        for (const [name, filter] of Object.entries(FILTERS)) {
          const expected = seeded
            .filter((person) => matches(person, filter))
            .map(({ subject }) => subject)
            .toSorted(byNumber)
          const found = await listPeople(store, filter, { offset: 3, limit: 20 })
          const about = `${name}, ${subjects?.length} in the sample`
          assert.deepEqual(
            found.people.map(({ subject }) => subject),
            expected.slice(3, 23),
            about,
          )
          assert.equal(found.total, found.totalIsExact ? expected.length : 1000, about)
          const beyond = await listPeople(store, filter, { offset: 3000, limit: 20 })
          assert.deepEqual([beyond.people, beyond.total], [[], expected.length], about)
        }
      }
      for (const [name, filter] of Object.entries(FILTERS)) {
        const streamed = (await Array.fromAsync(streamPeople(store.db, filter))).flat()
        const expected = seeded.filter((person) => matches(person, filter)).map(({ subject }) => subject)
        assert.deepEqual(
          streamed.map(({ subject }) => subject),
          expected.toSorted(),
          name,
        )
      }
    },
  )

test('people created and deleted during an export make no person missing or duplicate [people.export]', async (t) => {
  const store = await openTestStore(t, BACKENDS[0]!)
  const seeded = (await seedPeople(store, { people: 700, hubs: 3 })).map(({ subject }) => subject).toSorted()
  const read: string[] = []
  for await (const portion of streamPeople(store.db, { hubs: null })) {
    read.push(...portion.map(({ subject }) => subject))
    const gone = seeded.slice(read.length - 150, read.length - 100)
    await store.db.deleteFrom('people').where('subject', 'in', gone).execute()
  }
  assert.deepEqual(read, seeded)
})

async function replaceSample({ db }: Store, subjects: readonly string[]): Promise<void> {
  await db.deleteFrom('people_sample').execute()
  if (subjects.length > 0)
    await db
      .insertInto('people_sample')
      .values(subjects.map((subject) => ({ subject })))
      .execute()
}

for (const backend of BACKENDS)
  test(
    `no filter of the list scans a table, on ${backend.kind} [people.indexes]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedPeople(store, { people: 3000, hubs: 10 })
      if (store.kind === 'postgres') await sql`analyze`.execute(store.db)
      const plans = await plansOf(store, async (db) => {
        for (const filter of Object.values(FILTERS)) await listPeople({ db }, filter, PAGE)
      })
      assert.ok(plans.length > 20)
      for (const { sql: text, steps, scanned } of plans)
        // The query may read `people` in order until the page is full. The other two tables are small.
        assert.deepEqual(
          scanned.filter((table) => !['people', 'people_counts', 'people_sample'].includes(table)),
          [],
          `${text}\n${steps.join('\n')}`,
        )
    },
  )

for (const backend of BACKENDS)
  test(
    `a status or a role is read in the order of names, without sorting, on ${backend.kind} [people.indexes]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedPeople(store, { people: 3000, hubs: 10 })
      if (store.kind === 'postgres') await sql`analyze`.execute(store.db)
      for (const filter of [
        { status: 'active' },
        { role: 'user' },
        { status: 'active', role: 'user' },
      ] as const) {
        const plans = await plansOf(store, (db) => listPeople({ db }, { ...filter, hubs: null }, PAGE))
        const ordered = plans.filter(({ sql: text }) => text.includes('order by "people"."name_order"'))
        assert.equal(ordered.length, 1)
        assert.doesNotMatch(ordered[0]!.steps.join('\n'), /TEMP B-TREE|Sort/)
      }
    },
  )

for (const backend of BACKENDS)
  test(
    `a list by time begins between two seconds, on ${backend.kind} [people.filter]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedPeople(store, { people: 4, hubs: 1 })
      for (const [n, { subject }] of (
        await store.db.selectFrom('people').select('subject').execute()
      ).entries())
        await store.db
          .updateTable('people')
          .set({ created_at: 10 + n })
          .where('subject', '=', subject)
          .execute()
      const createdFrom = async (isDescending: boolean): Promise<(number | null)[]> => {
        const order = { key: 'created', isDescending, from: 11_999 } as const
        return (await listPeople(store, { hubs: null, order }, PAGE)).people.map(
          (person) => person.created_at,
        )
      }
      assert.deepEqual(await createdFrom(true), [11, 10])
      assert.deepEqual(await createdFrom(false), [12, 13])
    },
  )

const matches = (
  person: Awaited<ReturnType<typeof seedPeople>>[number],
  { q, status, role, hubs, permission = 'use_hub' }: PeopleFilter,
) =>
  permission === 'use_hub' &&
  (!status || person.status === status) &&
  (!role || person.role === role) &&
  (!q || q.split(' ').every((asked) => person.words.some((word) => word.includes(asked)))) &&
  (hubs === null || hubs.some((hub) => person.hubs.includes(hub)))
