import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { silentLog } from '#ground/base/log.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import type { Definition } from '#features/work/runs/definitions/definition.ts'
import type { RunOutcome } from '#features/work/runs/run.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { schedulerEvents } from '#features/work/scheduler/log-events.ts'
import { startScheduler } from '#features/work/scheduler/scheduler.ts'
import { fitBatch } from '#features/work/tasks/events-list.ts'
import { folderWith } from '../support/folder.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const CHECK = 30_000
const DEFINITION: Definition = {
  workflow: 'md:orders',
  name: 'Orders',
  description: '',
  file: 'tasks/orders.md',
  trigger: { kind: 'webhook', name: 'webhook', when: null, place: { line: 2, column: 1 } },
  runAs: 'ann@example.org',
  enabled: true,
  missed: 'run_once',
  inputs: [],
  namedTools: [],
  deliver: [],
}

async function standing(t: TestContext, change: Partial<Definition> = {}, maxWaitMs = 15 * 60_000) {
  const folder = await folderWith(t, {})
  const clock = manualClock()
  const store = await openTestStore(t, BACKENDS[0]!)
  const runs = createRuns({ store, clock })
  const inbox = storedEvents(folder, 'webhook', clock)
  let isAnswering = false
  let refusal: string | null = null
  const scheduler = startScheduler({
    hub: 'garden',
    clock,
    runs,
    definitions: () => [{ ...DEFINITION, ...change }],
    areAllFilesValid: () => true,
    inbox: () => inbox,
    fit: fitBatch,
    isAnswering: () => isAnswering,
    isDraining: async () => false,
    maxDelayWhileAnsweringMs: maxWaitMs,
    maxAttempts: 3,
    refusalOf: async () => refusal,
    events: schedulerEvents(silentLog()),
  })
  t.after(() => scheduler[Symbol.asyncDispose]())
  await scheduler.check()
  return {
    clock,
    runs,
    inbox,
    scheduler,
    answer: (answers: boolean) => void (isAnswering = answers),
    refuse: (reason: string | null) => void (refusal = reason),
    async arrive(count: number) {
      await mkdir(inbox.folderOf('pending'), { recursive: true })
      const names = Array.from(
        { length: count },
        (_, n) => `${String(BigInt(clock.now()) * 1_000_000n + BigInt(n)).padStart(19, '0')}-00000000.json`,
      )
      await Promise.all(names.map((name) => writeFile(join(inbox.folderOf('pending'), name), '{}')))
      return names
    },
    async after(ms: number) {
      clock.advance(ms)
      await scheduler.check()
    },
    async end(outcome: RunOutcome, isRefused = false) {
      const run = await runs.claim('garden', 'me', 60_000)
      if (run === null) return null
      await runs.finish({ ...run, owner: 'me' }, { outcome, isRefused })
      return run
    },
  }
}

test('events are found by the check every 30 seconds [task.check]', async (t) => {
  const work = await standing(t)
  assert.equal(await work.clock.nextSleep(), CHECK)
  const names = await work.arrive(2)
  work.clock.advance(CHECK)
  assert.equal(await work.clock.nextSleep(), CHECK)
  assert.deepEqual((await work.end('done'))!.batch!.events, names)
})

test('a due task waits while the Hub answers chat, and at most for the longest wait [task.waits]', async (t) => {
  const work = await standing(t)
  work.answer(true)
  await work.arrive(1)
  await work.after(CHECK)
  await work.after(14 * 60_000)
  assert.equal(await work.end('done'), null)
  await work.after(60_000)
  assert.ok(await work.end('error'))
  work.answer(false)
  await work.after(CHECK)
  assert.ok(await work.end('done'))
})

test('a task that an arrival finds waiting is looked at every second, until its longest wait is over [task.waits-on-time]', async (t) => {
  const work = await standing(t, {}, 60_000)
  assert.equal(await work.clock.nextSleep(), CHECK)
  work.answer(true)
  await work.arrive(1)
  await work.scheduler.check()
  for (let second = 0; second < 60; second++) {
    assert.equal(await work.clock.nextSleep(), 1000)
    work.clock.advance(1000)
  }
  assert.equal(await work.clock.nextSleep(), CHECK)
  assert.ok(await work.end('done'))
})

test('while a task is refused a single run reports it, and its events and later ones wait for the reason to end [task.refused-once]', async (t) => {
  const work = await standing(t)
  const [first] = await work.arrive(1)
  await work.after(CHECK)
  work.refuse('The budget is used up.')
  assert.ok(await work.end('error', true))
  await work.after(CHECK)
  const [second] = await work.arrive(1)
  for (let hour = 0; hour < 24; hour++) await work.after(3_600_000)
  assert.equal(await work.end('done'), null)
  assert.deepEqual(await work.inbox.list('pending'), [first, second])
  work.refuse(null)
  await work.after(CHECK)
  assert.deepEqual((await work.end('done'))!.batch!.events, [first])
  await work.after(CHECK)
  assert.deepEqual((await work.end('done'))!.batch!.events, [second])
  const { total } = await work.runs.list({ hubs: null }, { limit: 10, offset: 0 })
  assert.equal(total, 3)
})

test('the slots of a refused schedule are missed with that cause, after a single run that reports it [schedule.refused-once]', async (t) => {
  const trigger = { kind: 'schedule', schedule: 'every 15m', timezone: 'UTC' } as const
  const work = await standing(t, { trigger })
  await work.after(15 * 60_000)
  work.refuse('The budget is used up.')
  assert.ok(await work.end('error', true))
  for (let slot = 0; slot < 4; slot++) await work.after(15 * 60_000)
  assert.equal(await work.end('done'), null)
  const span = { hubs: ['garden'], since: 0, until: work.clock.now() + 1 }
  assert.equal((await work.runs.countMissed(span)).get('garden'), 4)
  work.refuse(null)
  await work.after(15 * 60_000)
  assert.ok(await work.end('done'))
})

test('after as many failed runs as are allowed a batch is quarantined, and released it is tried again [task.quarantine]', async (t) => {
  const work = await standing(t)
  const names = await work.arrive(1)
  for (let attempt = 1; attempt <= 3; attempt++) {
    await work.after(15 * 60_000)
    assert.equal((await work.end('error'))!.batch!.attempt, attempt)
  }
  await work.after(15 * 60_000)
  assert.equal(await work.end('error'), null)
  assert.deepEqual(await work.inbox.list('quarantined'), names)
  await work.inbox.move(names, 'quarantined', 'pending')
  await work.after(CHECK)
  assert.equal((await work.end('done'))!.batch!.attempt, 4)
  await work.after(CHECK)
  assert.deepEqual(await work.inbox.list('processed'), names)
})

test('more pending events than a run’s maximum become batches of at most 500 whose paths fit into one variable [task.batches]', async (t) => {
  const work = await standing(t)
  const names = await work.arrive(1_501)
  const handled: string[] = []
  for (;;) {
    await work.scheduler.check()
    const run = await work.end('done')
    if (run === null) break
    const { events } = run.batch!
    assert.ok(events.length <= 500)
    const bytes = Buffer.byteLength(
      events.map((name) => join(work.inbox.folderOf('pending'), name)).join('\n'),
    )
    assert.ok(bytes < 128 * 1024, `${bytes} bytes`)
    handled.push(...events)
  }
  assert.deepEqual(handled, names)
  assert.deepEqual(await work.inbox.list('pending'), [])
})

test('a slot of a schedule is run once when it comes, and a task that is busy then misses it [schedule.busy]', async (t) => {
  const trigger = { kind: 'schedule', schedule: 'every 15m', timezone: 'UTC' } as const
  const work = await standing(t, { trigger })
  await work.after(15 * 60_000 - 1)
  assert.equal(await work.end('done'), null)
  await work.after(1)
  await work.scheduler.check()
  const page = { limit: 10, offset: 0 }
  const [run, ...others] = (await work.runs.list({ hubs: null }, page)).items
  assert.deepEqual(others, [])
  assert.equal(run!.id, 'md:orders:slot-20260101T0015')
  assert.equal(run!.slot, Date.UTC(2026, 0, 1, 0, 15))
  await work.after(15 * 60_000)
  assert.ok(await work.end('done'))
  assert.equal(await work.end('done'), null)
  const span = { hubs: ['garden'], since: 0, until: work.clock.now() + 1 }
  assert.equal((await work.runs.countMissed(span)).get('garden'), 1)
})
