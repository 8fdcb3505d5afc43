import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { enqueue } from '#features/messaging/outbox/outbox.ts'
import { startRunRetention, sweepRuns } from '#features/work/runs/retention.ts'
import type { NewRun } from '#features/work/runs/run.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'

const DAY = 86_400_000
const MANY = 1024 ** 4

async function openRunsToSweep(t: TestContext, backend: Backend) {
  const clock = manualClock()
  const store = await openTestStore(t, backend)
  const runs = createRuns({ store, clock })
  const removed: string[] = []
  const end = async (id: string, more: Partial<NewRun> = {}, output = '') => {
    await runs.queue({ hub: 'garden', id, workflow: 'water', trigger: 'manual', runAs: 'ann@x.org', ...more })
    const run = (await runs.claim(more.hub ?? 'garden', 'me', 1000))!
    assert.equal(run.id, id)
    const holder = { ...run, owner: 'me' }
    await runs.startStep(holder, { id: 's', title: 'S', kind: 'script', attempt: 1, position: 1 })
    await runs.append(run, await runs.outputEnd(run), [{ step: 's', text: output || `says ${id}` }])
    await runs.finish(holder, { outcome: 'done' })
    clock.advance(1)
  }
  const sweep = (more: { days?: number; outputBytes?: number } = {}) =>
    sweepRuns(
      {
        store,
        hub: 'garden',
        clock,
        days: 90,
        outputBytes: MANY,
        removeFiles: async ({ id }) => void removed.push(id),
        ...more,
      },
      new AbortController().signal,
    )
  const ids = async (hub = 'garden') =>
    (await runs.list({ hubs: [hub] }, { limit: 200, offset: 0 })).items.map(({ id }) => id)
  return { clock, store, runs, removed, end, sweep, ids }
}

const resultOf = (runId: string) => ({
  hub: 'garden',
  channel: 'chat' as const,
  conversation: 'ann@example.com md:water',
  replyTo: null,
  cause: 'result' as const,
  messageId: null,
  runId,
  target: 'ann@example.com',
  texts: [{ text: 'Done.', plain: 'Done.' }],
})

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `${kind}: runs that are too old go with all that is theirs, the last of each task stays [runs.retention]`,
    { skip },
    async (t) => {
      const { clock, store, removed, end, sweep, ids, runs } = await openRunsToSweep(t, backend)
      for (let n = 0; n < 120; n++) await end(`old-${n}`)
      for (const runId of ['old-1', 'weed-1'])
        await store.transaction((tx) => enqueue(tx, resultOf(runId), 0))
      await end('weed-1', { workflow: 'weed' })
      await end('elsewhere', { hub: 'kitchen' })
      await end('elsewhere-2', { hub: 'kitchen' })
      clock.advance(91 * DAY)
      await end('young')
      await sweep()
      assert.deepEqual(await ids(), ['young', 'weed-1'])
      assert.equal((await ids('kitchen')).length, 2)
      assert.equal(removed.length, 120)
      for (const table of ['run_output', 'run_steps'] as const) {
        const rows = await store.db.selectFrom(table).where('hub', '=', 'garden').select('run_id').execute()
        assert.deepEqual(rows.map(({ run_id }) => run_id).toSorted(), ['weed-1', 'young'], table)
      }
      const sent = await store.db.selectFrom('outbox').select('run_id').execute()
      assert.deepEqual(sent, [{ run_id: 'weed-1' }])
      assert.equal((await store.db.selectFrom('outbox_parts').selectAll().execute()).length, 1)
      assert.equal((await runs.output({ hub: 'garden', id: 'young' }, 0)).length, 1)
    },
  )

  test(
    `${kind}: a running run, and a run with open events, is never removed [runs.retention-open]`,
    { skip },
    async (t) => {
      const { clock, runs, end, sweep, ids } = await openRunsToSweep(t, backend)
      const batch = { inbox: 'webhook', events: ['1.json'], attempt: 1, firstAttempt: 1, failures: 0 }
      await end('unsettled', { workflow: 'md:orders', trigger: 'webhook', batch })
      await runs.queue({ hub: 'garden', id: 'going-on', workflow: 'slow', trigger: 'manual', runAs: null })
      const run = (await runs.claim('garden', 'me', 1000))!
      await runs.append(run, await runs.outputEnd(run), [{ step: null, text: 'x'.repeat(5000) }])
      clock.advance(365 * DAY)
      for (const workflow of ['md:orders', 'slow'])
        await runs.queue({ hub: 'garden', id: `${workflow} 2`, workflow, trigger: 'manual', runAs: null })
      await sweep({ outputBytes: 1000 })
      assert.deepEqual((await ids()).toSorted(), ['going-on', 'md:orders 2', 'slow 2', 'unsettled'])
      assert.equal((await runs.output(run, 0)).map(({ text }) => text).join('').length, 5000)
      await runs.settle({ hub: 'garden', id: 'unsettled' })
      await sweep()
      assert.ok(!(await ids()).includes('unsettled'))
    },
  )

  test(
    `${kind}: while runs hold too much output, the oldest is deleted, and its run says so [runs.output-bound]`,
    { skip },
    async (t) => {
      const { runs, end, sweep, ids } = await openRunsToSweep(t, backend)
      for (let n = 0; n < 60; n++) await end(`run-${n}`, {}, 'ü'.repeat(500))
      await sweep({ days: 0, outputBytes: 3500 })
      assert.equal((await ids()).length, 60)
      for (const [id, kept] of [
        ['run-0', 0],
        ['run-56', 0],
        ['run-57', 1000],
        ['run-59', 1000],
      ] as const) {
        const ref = { hub: 'garden', id }
        const text = (await runs.output(ref, 0)).map((piece) => piece.text).join('')
        assert.equal(Buffer.byteLength(text), kept, id)
        assert.equal((await runs.read(ref))!.isOutputRemoved, kept === 0, id)
      }
    },
  )

  test(
    `${kind}: old slots leave the book of slots, and the schedule goes on where it was [runs.retention-slots]`,
    { skip },
    async (t) => {
      const { clock, store, runs, sweep } = await openRunsToSweep(t, backend)
      const account = (until: number) =>
        runs.account(
          { hub: 'garden', workflow: 'md:water', schedule: { key: 'k', between: () => null }, until },
          () => ({ run: null, missed: [{ from: until, to: until, slots: 1, cause: 'down' }] }),
          () => assert.fail('nothing is run'),
        )
      const start = clock.now()
      await account(start)
      await account(start + 1)
      clock.advance(100 * DAY)
      await account(clock.now())
      await sweep()
      const left = await store.db.selectFrom('run_slots').select('slot_ms').execute()
      assert.deepEqual(left, [{ slot_ms: clock.now() }])
      assert.equal((await account(clock.now())).queued, null)
    },
  )
}

test('files that can’t be removed keep their run, and the next sweep an hour later tries again [runs.retention-files]', async (t) => {
  const { clock, store, end, ids } = await openRunsToSweep(t, BACKENDS[0]!)
  await end('old')
  await end('newer')
  clock.advance(100 * DAY)
  const failures: unknown[] = []
  let isBroken = true
  const failed = Promise.withResolvers<void>()
  const removed = Promise.withResolvers<void>()
  await using retention = startRunRetention({
    store,
    hub: 'garden',
    clock,
    days: 90,
    outputBytes: MANY,
    async removeFiles() {
      if (isBroken) throw new Error('busy')
      removed.resolve()
    },
    onFailure(error) {
      failures.push(error)
      failed.resolve()
    },
  })
  await failed.promise
  assert.deepEqual(await ids(), ['newer', 'old'])
  isBroken = false
  assert.equal(await clock.nextSleep(), 3_600_000)
  clock.advance(3_600_000)
  await removed.promise
  await retention[Symbol.asyncDispose]()
  assert.deepEqual(await ids(), ['newer'])
  assert.equal(failures.length, 1)
})
