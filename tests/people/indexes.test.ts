import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { listPeople, type PeopleFilter } from '#people/list.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { seedPeople } from '../support/people.ts'

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
  'several Hubs and a word': { q: 'person2', hubs: ['hub-1', 'hub-2', 'hub-3'] },
}

for (const backend of BACKENDS)
  test(
    `every filter agrees with a plain reading, on ${backend.kind} [people.filter]`,
    { skip: backend.skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      const seeded = await seedPeople(store, { people: 3000, hubs: 10 })
      for (const [name, filter] of Object.entries(FILTERS)) {
        const expected = seeded
          .filter((person) => matches(person, filter))
          .map(({ subject }) => subject)
          .toSorted()
        const { people, total, totalIsExact } = await listPeople(store.db, filter, { offset: 3, limit: 20 })
        assert.deepEqual(
          people.map(({ subject }) => subject),
          expected.slice(3, 23),
          name,
        )
        assert.equal(total, totalIsExact ? expected.length : 1000, name)
      }
    },
  )

test('no filter of the list scans a table [people.indexes]', async (t) => {
  const store = await openTestStore(t, BACKENDS[0]!)
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  await seedPeople(store, { people: 100, hubs: 3 })
  const watched = store.db.withPlugin({
    transformQuery: ({ node }) => {
      const { sql: text, parameters } = store.db.getExecutor().compileQuery(node, { queryId: 'x' })
      queries.push({ sql: text, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  })
  for (const filter of Object.values(FILTERS)) await listPeople(watched, filter, PAGE)
  assert.ok(queries.length > 20)
  for (const query of new Set(queries.map(({ sql: text }) => text))) {
    const { parameters } = queries.find(({ sql: text }) => text === query)!
    const literal = parameters.reduce<string>(
      (text, value) => text.replace('?', typeof value === 'number' ? String(value) : `'${String(value)}'`),
      query,
    )
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(literal)}`.execute(store.db)
    const steps = plan.rows.map(({ detail }) => detail)
    const derived = new Set(
      steps.flatMap((step) => /^(?:CO-ROUTINE|MATERIALIZE) (\w+)$/.exec(step)?.[1] ?? []),
    )
    const scans = steps.filter((step) => {
      const table = /^SCAN (\w+)/.exec(step)?.[1]
      if (table === undefined || derived.has(table) || table === 'people_counts') return false
      // Reading everybody in order until the page is full is no scan for a match.
      return !/^SCAN people USING (COVERING )?INDEX/.test(step)
    })
    assert.deepEqual(scans, [], `${literal}\n${steps.join('\n')}`)
  }
})

const matches = (
  person: Awaited<ReturnType<typeof seedPeople>>[number],
  { q, status, role, hubs }: PeopleFilter,
) =>
  (!status || person.status === status) &&
  (!role || person.role === role) &&
  (!q || person.words.some((word) => word.startsWith(q))) &&
  (hubs === null || hubs.some((hub) => person.hubs.includes(hub)))
