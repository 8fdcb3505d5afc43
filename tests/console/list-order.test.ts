import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { sql } from 'kysely'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import { RECORD_SORT } from '#ground/api/list-sorts.ts'
import { TRACE_SORT } from '#ground/api/list-sorts.ts'
import { ARTIFACT_SORT } from '#ground/api/list-sorts.ts'
import { PEOPLE_SORT } from '#ground/api/list-sorts.ts'
import { RUN_SORT } from '#ground/api/list-sorts.ts'
import { sortsOf, splitSort, type ListSort } from '#ground/api/list-sorts.ts'
import { naturalKey } from '#ground/base/natural-order.ts'
import { startTestConsole, type TestConsole } from '../support/console.ts'
import { seedPeople } from '../support/people.ts'
import { seedRuns, T0 } from '../support/runs.ts'
import { BACKENDS, urlOf, type Backend } from '../support/stores.ts'

interface TestedList {
  path: string
  sort: ListSort
  /** For each sort key, the value by which an item is sorted. */
  valueOf: Readonly<Record<string, (item: any) => string | number>>
}

const time = (at: string | null): number => (at === null ? -1 : Date.parse(at))

const LISTS: readonly TestedList[] = [
  {
    path: '/people',
    sort: PEOPLE_SORT,
    valueOf: {
      name: ({ name, subject }) => naturalKey(name ?? subject),
      last_active: ({ last_active_at: at }) => time(at),
      created: ({ created_at: at }) => time(at),
    },
  },
  { path: '/hubs', sort: HUB_SORT, valueOf: { name: ({ name }) => naturalKey(name), state: () => 0 } },
  {
    path: '/runs',
    sort: RUN_SORT,
    valueOf: {
      queued: ({ queued_at: at }) => time(at),
      duration: ({ duration_ms: ms }) => ms ?? -1,
      cost: ({ id }) => COSTS.get(id) ?? -1,
    },
  },
  {
    path: '/traces',
    sort: TRACE_SORT,
    valueOf: {
      started: ({ started_at: at }) => time(at),
      duration: ({ duration_ms: ms }) => ms,
      tokens: ({ trace_id: id }) => Number(id.slice(-2)) % 7,
    },
  },
  { path: '/access-changes', sort: RECORD_SORT, valueOf: { at: ({ at }) => time(at) } },
  { path: '/../artifacts/api', sort: ARTIFACT_SORT, valueOf: { updated: ({ updated_at: at }) => time(at) } },
]

const COSTS = new Map<string, number>()

for (const backend of BACKENDS)
  test(
    `each list is sorted whole by each of its keys, on pages that fit together, on ${backend.kind} [console.list-order]`,
    { skip: backend.skip },
    async (t) => {
      const world = await startWorld(t, backend)
      for (const list of LISTS)
        for (const sort of sortsOf(list.sort)) {
          const items = await readPages(world, list.path, { sort }, 200)
          assert.ok(items.length > 2, `${list.path} has ${items.length} items`)
          assert.deepEqual(await readPages(world, list.path, { sort }, 7), items, `${list.path} ${sort}`)
          assertSorted(list, sort, items)
          await assertStarts(world, list, sort, items)
        }
    },
  )

function assertSorted({ path, valueOf }: TestedList, sort: string, items: readonly any[]): void {
  const { key, isDescending } = splitSort(sort)
  const values = items.map(valueOf[key]!)
  if (isDescending) values.reverse()
  values.reduce((before, value) => {
    assert.ok(before <= value, `${path} ${sort}: ${before} before ${value}`)
    return value
  })
}

async function assertStarts(
  world: TestConsole,
  { path, sort: { keys }, valueOf }: TestedList,
  sort: string,
  items: readonly any[],
): Promise<void> {
  const { key, isDescending } = splitSort(sort)
  if (path === '/hubs' && key === 'state') return
  const value = valueOf[key]!(items[Math.floor(items.length / 2)])
  if (value === -1) return
  const isTime = keys[key] === 'time'
  for (const start of isTime ? [value, Number(value) + (isDescending ? 999 : -999)] : [value]) {
    const from = isTime ? new Date(start).toISOString() : String(start)
    const expected = items.filter((item) => {
      const own = valueOf[key]!(item)
      return isDescending ? own <= start : own >= start
    })
    const found = await readPages(world, path, { sort, from }, 9)
    assert.deepEqual(found, expected, `${path} ${sort} from ${from}`)
    const { total, total_is_exact: isExact = true } = await read(world, path, { sort, from })
    assert.ok(isExact ? total === expected.length : total <= expected.length, `${path} ${sort}: ${total}`)
  }
}

test('a list by time does not begin at a name [console.list-order]', async (t) => {
  const { admin } = await startTestConsole(t)
  await admin.get('/me')
  const answer = await admin.get('/runs?from=water')
  assert.equal(answer.status, 400)
  assert.match(answer.json.detail, /^from: expected a time such as .*sorted by queued$/)
  assert.equal((await admin.get('/runs?sort=workflow')).json.code, 'invalid')
})

test('orders that would sort all items of a filter are refused; the order of time takes each filter [console.list-order]', async (t) => {
  const { admin } = await startTestConsole(t)
  await admin.get('/me')
  const at = '2026-01-01T00:00:00Z'
  const span = { since: at, until: at }
  for (const [path, { initial, keys }, filters, hub] of [
    ['/runs', RUN_SORT, { status: 'failed', user: admin.email, workflow: 'md:water', ...span }, 'garden'],
    ['/traces', TRACE_SORT, { state: 'failed', user: admin.email, ...span }, 'garden'],
  ] as const)
    for (const key of Object.keys(keys)) {
      const answerTo = (query: Record<string, string>) =>
        admin.get(`${path}?${new URLSearchParams({ sort: `-${key}`, ...query })}`)
      assert.equal((await answerTo({ hub })).status, 200, `${path} ${key}`)
      for (const [filter, value] of Object.entries(filters)) {
        const { status, json } = await answerTo({ [filter]: value })
        if (`-${key}` === initial) assert.equal(status, 200, `${path} ${key} ${filter}`)
        else {
          const detail = `sort: a list with the filter \`${filter}\` can’t be sorted by ${key}. Remove the filter, or use sort=${initial}.`
          assert.deepEqual({ status, json }, { status: 400, json: { code: 'invalid', detail } })
        }
      }
    }
})

const read = async ({ admin }: TestConsole, path: string, query: Record<string, string>) => {
  const { status, json, text } = await admin.get(`${path}?${new URLSearchParams(query)}`)
  assert.equal(status, 200, text)
  return json
}

async function readPages(
  world: TestConsole,
  path: string,
  query: Record<string, string>,
  limit: number,
): Promise<any[]> {
  const items: any[] = []
  for (;;) {
    const page = { ...query, limit: String(limit), offset: String(items.length) }
    const { items: some } = await read(world, path, page)
    items.push(...some)
    if (some.length < limit) return items
  }
}

async function startWorld(t: TestContext, backend: Backend): Promise<TestConsole> {
  const location = await backend.locate(t)
  const environment = { SVC_DATABASE_URL: urlOf(location) }
  const hubs = ['Garden 10', 'Garden 2', 'Garden 1']
  const world = await startTestConsole(t, { hubs, location, environment })
  const { store, admin } = world
  await admin.get('/me')
  await admin.post('/people/refresh')
  await seedPeople(store, { people: 30, hubs: 3 })
  await seedRuns(store, 40)
  for (const { id, cost } of await store.db
    .selectFrom('runs')
    .select(['id', 'hub', 'cost_micro_usd as cost'])
    .where('hub', '=', 'hub-1')
    .execute())
    COSTS.set(id, cost ?? -1)
  await store.db.deleteFrom('runs').where('hub', '!=', 'hub-1').execute()
  const numbers = sql`with recursive n(i) as (select 10 union all select i + 1 from n where i < 40)`
  await sql`${numbers}
    insert into traces (trace_id, hub, started_at_us, ended_at_us, failed, bytes, tokens)
    select '000000000000000000000000000000' || i, 'garden-1', ${sql.lit(T0 * 1000)} + i * 1000,
      ${sql.lit(T0 * 1000)} + i * 1000 + (i % 5) * 1000, 0, 1, i % 7 from n`.execute(store.db)
  await sql`${numbers}
    insert into artifacts (id, hub, owner, owner_id, title, filename, content_type, preview, size, sha256, version,
      audience, search, created_at_ms, updated_at_ms)
    select 'a' || i, 'garden-1', ${sql.lit(admin.email)}, ${sql.lit(admin.id)}, 'Plan ' || i, 'plan.md',
      'text/markdown', 'markdown', 1, 'x', 1, 'owner', 'plan', 1, ${sql.lit(T0)} + i % 6 from n`.execute(
    store.db,
  )
  return world
}
