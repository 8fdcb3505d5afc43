import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Definition } from '#features/work/runs/definitions/definition.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { startScheduler } from '#features/work/scheduler/scheduler.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { linesOf, startWorkingHub } from './support.ts'

const task = (run: string) => `---\non_webhook: true\nrun_as: ann@example.org\nrun: ${run}\n---\n`
const HELD = `
echo "$SVC_WEBHOOK_EVENTS" | tr '\\n' ' ' >> begun.txt; echo >> begun.txt
while [ ! -e go ]; do sleep 0.05; done
`

test('a task deleted while it runs: the run ends, and its work is kept [task.deleted]', async (t) => {
  const hub = await startWorkingHub(t, { files: { 'tasks/orders.md': task('held.sh'), 'held.sh': HELD } })
  const [event] = await hub.deliver({ n: 1 })
  await until(async () => (await linesOf(hub.folder, 'begun.txt')).length === 1)
  await rm(join(hub.folder, 'tasks/orders.md'))
  await writeFile(join(hub.folder, 'go'), '')
  const [run] = await hub.ended('md:orders')
  assert.equal(run!.outcome, 'done')
  await until(async () => (await hub.inbox.list('processed')).includes(event!))
  assert.deepEqual(await hub.inbox.list('pending'), [])
})

test('a task that is renamed while it runs: its events are not handled a second time, those that wait are handled under the new name [task.renamed]', async (t) => {
  const hub = await startWorkingHub(t, { files: { 'tasks/orders.md': task('held.sh'), 'held.sh': HELD } })
  const [first] = await hub.deliver({ n: 1 })
  await until(async () => (await linesOf(hub.folder, 'begun.txt')).length === 1)
  await rename(join(hub.folder, 'tasks/orders.md'), join(hub.folder, 'tasks/sales.md'))
  const [second] = await hub.deliver({ n: 2 })
  await until(async () => (await linesOf(hub.folder, 'begun.txt')).length === 2)
  await writeFile(join(hub.folder, 'go'), '')
  const [sale] = await hub.ended('md:sales')
  assert.deepEqual(sale!.batch!.events, [second])
  await until(async () => (await hub.inbox.list('processed')).length === 2)
  assert.deepEqual(await hub.inbox.list('processed'), [first, second])
  assert.equal((await linesOf(hub.folder, 'begun.txt')).length, 2)
})

test('a task file that becomes invalid over a restart leaves its events where they are, until it is mended [task.invalid]', async (t) => {
  const hub = await startWorkingHub(t, { files: { 'note.sh': 'echo noted >> seen.txt\n' } })
  const events = await hub.deliver({ n: 1 }, { n: 2 })
  await writeFile(join(hub.folder, 'orders.md'), task('note.sh').replace('run:', 'rum:'))
  await hub.bridge[Symbol.asyncDispose]()
  await mkdir(join(hub.folder, 'tasks'))
  await rename(join(hub.folder, 'orders.md'), join(hub.folder, 'tasks/orders.md'))
  await hub.bridge.restart()
  await hub.deliver({ n: 3 })
  assert.deepEqual((await hub.runs.list({ hubs: null }, { limit: 5, offset: 0 })).items, [])
  await writeFile(join(hub.folder, 'tasks/orders.md'), task('note.sh'))
  await until(async () => (await hub.inbox.list('processed')).length === 3)
  assert.deepEqual((await hub.inbox.list('processed')).slice(0, 2), events)
})

const hourly: Definition = {
  workflow: 'md:water',
  name: 'water',
  description: '',
  file: 'tasks/water.md',
  trigger: { kind: 'schedule', schedule: '0 * * * *', timezone: 'Europe/Berlin' },
  runAs: 'ann@example.org',
  enabled: true,
  missed: 'run_once',
  inputs: [],
  namedTools: [],
  deliver: [],
}

async function startClockwork(t: TestContext, definition: Definition, start: number) {
  const clock = manualClock(start)
  const store = await openTestStore(t, BACKENDS[0]!)
  const runs = createRuns({ store, clock })
  const missed: { from: string; to: string; slots: number; cause: string }[] = []
  const scheduler = startScheduler({
    hub: 'garden',
    clock,
    runs,
    definitions: () => [definition],
    areAllFilesValid: () => true,
    inbox: () => assert.fail('no events here'),
    fit: () => 1,
    isAnswering: () => false,
    isDraining: async () => false,
    maxDelayWhileAnsweringMs: 0,
    maxAttempts: 1,
    refusalOf: async () => null,
    events: {
      runQueued: () => {},
      slotsMissed: (slots) => void missed.push(slots),
      batchQuarantined: () => {},
      eventsUnmatched: () => {},
      checkFailed: ({ error }) => assert.fail(String(error)),
      watchFailed: () => {},
      runResumed: () => {},
      pausedUnread: () => {},
      oldRunsKept: () => {},
    },
  })
  t.after(() => scheduler[Symbol.asyncDispose]())
  await scheduler.check()
  return {
    clock,
    runs,
    missed,
    check: scheduler.check,
    async pass(ms: number, step: number) {
      for (let gone = 0; gone < ms; gone += step) {
        clock.advance(step)
        await scheduler.check()
        const run = await runs.claim('garden', 'me', 1000)
        if (run) await runs.finish({ ...run, owner: 'me' }, { outcome: 'done' })
      }
    },
    slots: async () =>
      (await runs.list({ hubs: null }, { limit: 200, offset: 0 })).items.map(({ slot }) =>
        new Date(slot!).toISOString().slice(0, 16),
      ),
  }
}

test('a clock set back a little repeats no slot, and a clock that was far ahead stops no schedule [schedule.clock-back]', async (t) => {
  const noon = Date.UTC(2026, 5, 1, 12, 59)
  const work = await startClockwork(t, hourly, noon)
  await work.pass(120_000, 30_000)
  assert.deepEqual(await work.slots(), ['2026-06-01T13:00'])
  work.clock.advance(-20 * 60_000)
  await work.check()
  await work.pass(30 * 60_000, 60_000)
  assert.deepEqual(await work.slots(), ['2026-06-01T13:00'])

  work.clock.advance(400 * 86_400_000) // the clock now shows a wrong year
  await work.check()
  work.clock.advance(-400 * 86_400_000)
  await work.check()
  const wrong = (await work.slots()).filter((slot) => slot.startsWith('2027'))
  assert.equal(wrong.length, 1)
  await work.pass(2 * 3_600_000, 600_000)
  assert.deepEqual(
    (await work.slots()).filter((slot) => slot.startsWith('2026')),
    ['2026-06-01T15:00', '2026-06-01T14:00', '2026-06-01T13:00'],
  )
  const span = { hubs: ['garden'], since: noon + 86_400_000, until: noon + 500 * 86_400_000 }
  assert.equal((await work.runs.countMissed(span)).get('garden') ?? 0, 0)
})

test('a clock that was ten hours ahead for a while leaves no row of times that have not come [schedule.clock-back]', async (t) => {
  const start = Date.UTC(2026, 5, 1, 12, 59)
  const hour = 3_600_000
  const work = await startClockwork(t, hourly, start)
  await work.pass(120_000, 30_000) // passes the slot of 13:00
  work.clock.advance(10 * hour)
  await work.pass(3 * hour, hour / 6)
  const later = { hubs: ['garden'], since: start, until: start + 24 * hour }
  assert.equal((await work.runs.countMissed(later)).get('garden'), 9)
  work.clock.advance(-10 * hour)
  await work.check()
  // Three start times passed while the clock was wrong: 14:00, 15:00 and 16:00.
  assert.equal((await work.runs.countMissed(later)).get('garden'), 3)
  await work.pass(2 * hour, hour / 6)
  assert.equal((await work.runs.countMissed(later)).get('garden'), 3)
  const slots = await work.slots()
  assert.ok(slots.includes('2026-06-01T17:00') && slots.includes('2026-06-01T18:00'), String(slots))
})

for (const [season, start, expected] of [
  ['spring', Date.UTC(2026, 2, 28, 23, 55), 5],
  ['autumn', Date.UTC(2026, 9, 24, 22, 55), 5],
] as const)
  test(`an hourly schedule keeps each hour once when clocks change in ${season} [schedule.clock-change]`, async (t) => {
    const work = await startClockwork(t, hourly, start)
    await work.pass(5 * 3_600_000, 600_000)
    const slots = await work.slots()
    assert.equal(slots.length, expected)
    assert.equal(new Set(slots).size, expected)
    assert.deepEqual(work.missed, [])
  })

test('a daily time that clocks skip or repeat is run once, by the scheduler too [schedule.clock-change]', async (t) => {
  const daily: Definition = {
    ...hourly,
    trigger: { kind: 'schedule', schedule: '30 2 * * *', timezone: 'Europe/Berlin' },
  }
  for (const [start, expected] of [
    [Date.UTC(2026, 2, 28, 12), ['2026-03-30T00:30', '2026-03-29T01:00']],
    [Date.UTC(2026, 9, 24, 12), ['2026-10-26T01:30', '2026-10-25T00:30']],
  ] as const) {
    const work = await startClockwork(t, daily, start)
    await work.pass(44 * 3_600_000, 600_000)
    assert.deepEqual(await work.slots(), expected)
    assert.deepEqual(work.missed, [])
  }
})

test('after an outage of two years every slot is accounted for at once, as one [schedule.outage]', async (t) => {
  const minutely = {
    ...hourly,
    trigger: { kind: 'schedule', schedule: '* * * * *', timezone: 'Europe/Berlin' },
  } as const
  const work = await startClockwork(t, minutely, Date.UTC(2026, 5, 1))
  work.clock.advance(730 * 86_400_000)
  const begun = performance.now()
  await work.check()
  const took = performance.now() - begun
  assert.deepEqual(await work.slots(), ['2028-05-31T00:00'])
  assert.deepEqual(
    work.missed.map(({ slots, cause }) => [slots, cause]),
    [[730 * 24 * 60 - 1, 'down']],
  )
  assert.ok(took < 5000, `${took} ms`)
})
