import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { readRunList } from '#features/work/runs/records/history.ts'
import { runFilterKey, type RunFilter, type RunMark } from '#features/work/runs/records/filter.ts'
import { createPageMarks } from '#ground/store/page-marks.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { manualClock } from '../support/manual-clock.ts'
import { plansOf } from '../support/plans.ts'
import { seedRuns, T0 } from '../support/runs.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const HUBS = Array.from({ length: 10 }, (_, n) => `hub-${n}`)

const FILTERS: readonly RunFilter[] = [
  { hubs: null },
  { hubs: HUBS },
  { hubs: ['hub-3'] },
  { hubs: HUBS.slice(2, 5), workflow: 'water' },
  { hubs: HUBS, status: 'failed', since: T0 + 5000 },
  { hubs: null, workflow: 'weed', status: 'succeeded' },
]

const ORDERS: readonly RunFilter[] = [
  { hubs: null, order: { key: 'queued', isDescending: false, from: T0 + 9000 } },
  { hubs: null, order: { key: 'duration', isDescending: true } },
  { hubs: HUBS, order: { key: 'duration', isDescending: false } },
  { hubs: ['hub-3'], order: { key: 'cost', isDescending: true } },
  { hubs: null, order: { key: 'cost', isDescending: false, from: 5 } },
  { hubs: null, user: 'ann@example.com' },
  { hubs: HUBS, user: 'bob@example.com' },
]

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `${kind}: pages of the history, read in order or out of it, are those of the whole list [runs.history-pages]`,
    { skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedRuns(store, 600)
      const runs = createRuns({ store, clock: manualClock() })
      for (const filter of [...FILTERS, ...ORDERS]) {
        const keys = async (list: typeof runs.list, offset: number, limit: number) =>
          (await list(filter, { offset, limit })).items.map(({ hub, id }) => `${id} ${hub}`)
        const whole = await keys(runs.list, 0, 600)
        assert.equal(new Set(whole).size, whole.length)
        for (let offset = 0; offset < whole.length + 70; offset += 70)
          assert.deepEqual(await keys(runs.list, offset, 70), whole.slice(offset, offset + 70))
        const { list } = createRuns({ store, clock: manualClock() })
        for (const offset of [whole.length, 137, 29, 1, 600])
          assert.deepEqual(await keys(list, offset, 40), whole.slice(offset, offset + 40))
      }
    },
  )

  test(
    `${kind}: runs queued while a person turns pages shift no page [runs.history-pages]`,
    { skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedRuns(store, 100)
      const clock = manualClock(T0 + 3_600_000)
      const runs = createRuns({ store, clock })
      const page = async (offset: number) =>
        (await runs.list({ hubs: HUBS }, { offset, limit: 20 })).items.map(({ hub, id }) => `${id} ${hub}`)
      const whole = (await runs.list({ hubs: HUBS }, { offset: 0, limit: 100 })).items.map(
        ({ hub, id }) => `${id} ${hub}`,
      )
      await page(0)
      await runs.queue({ hub: 'hub-1', id: 'new', workflow: 'weed', trigger: 'manual', runAs: null })
      assert.deepEqual(await page(20), whole.slice(20, 40))
      assert.equal((await page(0))[0], 'new hub-1')
    },
  )

  test(
    `${kind}: a page of the history reads and sorts only its own runs and those before it [runs.history-indexes]`,
    { skip },
    async (t) => {
      const store = await openTestStore(t, backend)
      await seedRuns(store, 3000)
      if (kind === 'postgres') await sql`analyze`.execute(store.db)
      const plans = await plansOf(store, async (db) => {
        for (const filter of [...FILTERS, ...ORDERS]) {
          const marks = createPageMarks<RunFilter, RunMark>(runFilterKey)
          for (const offset of [0, 50, 400]) await readRunList({ db }, marks, filter, { limit: 50, offset })
          marks.remember(filter, 50, [filter.order?.key === 'cost' ? 7 : T0 + 7000, 'run-7', 'hub-3'])
          await readRunList({ db }, marks, filter, { limit: 50, offset: 50 })
        }
      })
      for (const { sql: text, steps } of plans) {
        const plan = `${text}\n${steps.join('\n')}`
        assert.doesNotMatch(plan, /Seq Scan on runs|SCAN runs$/m)
        // Sorting is forbidden for SQLite only: Postgres may sort if few rows match.
        assert.doesNotMatch(plan, /USE TEMP B-TREE FOR ORDER BY/)
      }
    },
  )
}
