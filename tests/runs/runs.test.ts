import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { NO_TRACER } from '#ground/base/trace/tracer.ts'
import { createOutputWriter } from '#features/work/runs/execution/output-writer.ts'
import { startRunWorker } from '#features/work/runs/execution/worker.ts'
import { RunStopped, type Executor, type NewRun } from '#features/work/runs/run.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { openStore } from '#ground/store/store.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore, type Backend } from '../support/stores.ts'
import { createOwnNotifications } from '../support/notifications.ts'

const notifications = createOwnNotifications()

const LEASE = 30_000

async function openTestRuns(t: TestContext, backend: Backend) {
  const clock = manualClock()
  const store = await openTestStore(t, backend)
  const runs = createRuns({ store, clock })
  const queue = (id: string, more: Partial<NewRun> = {}) =>
    runs.queue({ hub: 'garden', id, workflow: 'water', trigger: 'manual', runAs: 'ann@example.org', ...more })
  return { clock, store, runs, queue }
}

const quiet = {
  runStarted: () => {},
  runEnded: () => {},
  runFailed: () => {},
  runPaused: () => {},
  runInterrupted: () => {},
  runUnrecorded: ({ error }: { error: unknown }) => assert.fail(String(error)),
  queueUnreadable: ({ error }: { error: unknown }) => assert.fail(String(error)),
}

for (const backend of BACKENDS) {
  const { kind, skip } = backend

  test(
    `${kind}: a run is queued once, claimed once, and belongs to its claimer [runs.claim]`,
    { skip },
    async (t) => {
      const { runs, queue } = await openTestRuns(t, backend)
      assert.equal(await queue('one'), true)
      assert.equal(await queue('one'), false)
      const claims = await Promise.all([runs.claim('garden', 'a', LEASE), runs.claim('garden', 'b', LEASE)])
      const owner = claims[0] ? 'a' : 'b'
      assert.equal(claims.filter(Boolean).length, 1)
      const other = owner === 'a' ? 'b' : 'a'
      const ref = { hub: 'garden', id: 'one' }
      assert.equal(await runs.finish({ ...ref, owner: other }, { outcome: 'done' }), false)
      assert.equal(await runs.finish({ ...ref, owner }, { outcome: 'incomplete', error: 'tired' }), true)
      const { status, outcome, error } = (await runs.read(ref))!
      assert.deepEqual(
        { status, outcome, error },
        { status: 'failed', outcome: 'incomplete', error: 'tired' },
      )
    },
  )

  test(
    `${kind}: any output of a run is stored, also text that a database refuses [runs.any-text]`,
    { skip },
    async (t) => {
      const { runs, queue } = await openTestRuns(t, backend)
      const output = 'a\0b \ud800 c'
      const kept = 'ab \ufffd c'
      await queue('one', { inputs: { said: output } })
      const holder = { ...(await runs.claim('garden', 'me', LEASE))!, owner: 'me' }
      await runs.startStep(holder, { id: 'one', title: output, kind: 'script', attempt: 1, position: 1 })
      await runs.append(holder, await runs.outputEnd(holder), [{ step: 'one', text: output }])
      const tools = [{ name: output, calls: 1, failed: 1 }]
      await runs.finishStep(holder, 'one', { state: 'failed', output, error: output, tools })
      assert.equal(await runs.finish(holder, { outcome: 'error', result: output, error: output }), true)
      const { result, error, inputs } = (await runs.read(holder))!
      assert.deepEqual({ result, error, inputs }, { result: kept, error: kept, inputs: { said: output } })
      const [step] = await runs.steps(holder)
      assert.deepEqual([step!.title, step!.output, step!.error, step!.tools], [kept, kept, kept, tools])
      assert.deepEqual(
        (await runs.output(holder, 0)).map(({ text }) => text),
        [kept],
      )
      const { items } = await runs.list({ hubs: null, workflow: '\0', runId: '\0' }, { limit: 1, offset: 0 })
      assert.deepEqual(items, [])
    },
  )

  test(
    `${kind}: runs of one workflow follow one another, those of others run beside them [runs.serial]`,
    { skip },
    async (t) => {
      const { runs, queue } = await openTestRuns(t, backend)
      await queue('a1')
      await queue('a2')
      await queue('b1', { workflow: 'weed' })
      assert.equal((await runs.claim('garden', 'me', LEASE))!.id, 'a1')
      assert.equal((await runs.claim('garden', 'me', LEASE))!.id, 'b1')
      assert.equal(await runs.claim('garden', 'me', LEASE), null)
      assert.equal(await runs.claim('other', 'me', LEASE), null)
      await runs.finish({ hub: 'garden', id: 'a1', owner: 'me' }, { outcome: 'done' })
      assert.equal((await runs.claim('garden', 'me', LEASE))!.id, 'a2')
    },
  )

  test(
    `${kind}: a run whose process sends no heartbeat ends as interrupted, or continues if it can be resumed [runs.lease]`,
    { skip },
    async (t) => {
      const { clock, runs, queue } = await openTestRuns(t, backend)
      await queue('task', { workflow: 'md:task' })
      await queue('flow')
      await runs.claim('garden', 'gone', LEASE)
      await runs.claim('garden', 'gone', LEASE)
      const step = { id: 's', title: 'S', kind: 'script', attempt: 1, position: 1 } as const
      await runs.startStep({ hub: 'garden', id: 'task', owner: 'gone' }, step)
      clock.advance(LEASE - 1)
      const resumes = (workflow: string) => workflow === 'water'
      const rules = { resumes, keep: new Set<string>(), leaseMs: LEASE }
      assert.deepEqual(await runs.expire('garden', rules), [])
      assert.equal(await runs.beat({ hub: 'garden', id: 'flow', owner: 'gone' }, LEASE), 'ours')
      clock.advance(1)
      assert.deepEqual(
        (await runs.expire('garden', rules)).map(({ id, outcome }) => ({ id, outcome })),
        [{ id: 'task', outcome: 'error' }],
      )
      assert.equal((await runs.steps({ hub: 'garden', id: 'task' }))[0]!.state, 'failed')
      clock.advance(LEASE)
      assert.deepEqual(await runs.expire('garden', rules), [])
      assert.equal(await runs.beat({ hub: 'garden', id: 'flow', owner: 'gone' }, LEASE), 'lost')
      assert.equal((await runs.claim('garden', 'heir', LEASE))!.id, 'flow')
    },
  )

  test(
    `${kind}: history is found by Hub, workflow, id, status and time, newest first, page by page [runs.history]`,
    { skip },
    async (t) => {
      const { clock, runs, queue } = await openTestRuns(t, backend)
      const start = clock.now()
      for (let n = 0; n < 6; n++) {
        await queue(`r${n}`, { hub: n % 2 ? 'garden' : 'kitchen', workflow: n < 3 ? 'water' : 'weed' })
        clock.advance(1000)
      }
      await runs.cancel({ hub: 'garden', id: 'r1' }, 'ann@example.org')
      const ids = async (filter: Partial<Parameters<typeof runs.list>[0]>, limit = 50, offset = 0) =>
        (await runs.list({ hubs: null, ...filter }, { limit, offset })).items.map(({ id }) => id)
      assert.deepEqual(await ids({}), ['r5', 'r4', 'r3', 'r2', 'r1', 'r0'])
      assert.deepEqual(await ids({}, 2, 2), ['r3', 'r2'])
      assert.deepEqual(await ids({ hubs: ['garden'] }), ['r5', 'r3', 'r1'])
      assert.deepEqual(await ids({ hubs: ['garden', 'kitchen'] }, 3, 1), ['r4', 'r3', 'r2'])
      assert.deepEqual(await ids({ hubs: [] }), [])
      assert.deepEqual(await ids({ workflow: 'water' }), ['r2', 'r1', 'r0'])
      assert.deepEqual(await ids({ runId: 'r4' }), ['r4'])
      assert.deepEqual(await ids({ status: 'cancelled' }), ['r1'])
      assert.deepEqual(await ids({ since: start + 1000, until: start + 3000 }), ['r2', 'r1'])
      const { total, totalIsExact } = await runs.list({ hubs: ['kitchen'] }, { limit: 1, offset: 0 })
      assert.deepEqual({ total, totalIsExact }, { total: 3, totalIsExact: true })
      const span = { hubs: ['garden', 'kitchen'], since: start, until: start + 2000 }
      assert.deepEqual(Object.fromEntries(await runs.count(span)), { garden: 1, kitchen: 1 })
      clock.advance(5 * 3_600_000)
      await queue('late', { hub: 'garden', workflow: 'weed' })
      const day = { ...span, since: start + 1000, until: clock.now() + 1 }
      assert.deepEqual(Object.fromEntries(await runs.count(day)), { garden: 4, kitchen: 2 })
    },
  )

  test(`${kind}: of a long output the beginning and the end are kept [runs.output]`, { skip }, async (t) => {
    const { runs, queue } = await openTestRuns(t, backend)
    await queue('one')
    const ref = { hub: 'garden', id: 'one' }
    let end = await runs.outputEnd(ref)
    for (let n = 0; n < 40; n++)
      end = await runs.append(ref, end, [{ step: null, text: `${n}:${'ü'.repeat(50_000)}` }])
    const pieces = await runs.output(ref, 0)
    const kept = pieces.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    assert.ok(kept < 1.1 * 1024 * 1024, `${kept} bytes`)
    assert.equal(end.kept, kept)
    assert.deepEqual(await runs.outputEnd(ref), end)
    assert.match(pieces[0]!.text, /^0:/)
    assert.ok(pieces.some(({ text }) => text.includes('39:')))
    assert.equal(end.offset, pieces.at(-1)!.offset + Buffer.byteLength(pieces.at(-1)!.text))
    assert.ok(pieces.every(({ text }) => text.isWellFormed()))
    assert.deepEqual(await runs.output(ref, pieces.at(-2)!.seq), [pieces.at(-1)])
  })

  test(
    `${kind}: slots are counted once, by any process, and a new schedule begins now [schedule.once]`,
    { skip },
    async (t) => {
      const { runs, clock } = await openTestRuns(t, backend)
      const now = clock.now()
      const account = (until: number, key = 'every 15m') =>
        runs.account(
          { hub: 'garden', workflow: 'md:water', schedule: { key, between: () => null }, until },
          () => ({
            run: { slot: until, cause: null },
            missed: [{ from: until - 3, to: until - 1, slots: 3, cause: 'down' }],
          }),
          (slot) => ({
            hub: 'garden',
            id: `md:water:slot-${slot}`,
            workflow: 'md:water',
            trigger: 'schedule',
            runAs: 'ann@example.org',
            slot,
          }),
        )
      assert.deepEqual(await account(now), { queued: null, missed: [] })
      const both = await Promise.all([account(now + 10), account(now + 10)])
      assert.equal(both.filter(({ queued }) => queued !== null).length, 1)
      assert.deepEqual(await account(now + 10), { queued: null, missed: [] })
      const span = { hubs: ['garden'], since: now, until: now + 100 }
      assert.equal((await runs.countMissed(span)).get('garden'), 3)
      assert.equal((await account(now + 20, 'every 20m')).queued, null)
    },
  )

  test(
    `${kind}: a batch is retried after growing delays, and a released batch gets another run id [task.retry]`,
    { skip },
    async (t) => {
      const { runs, clock } = await openTestRuns(t, backend)
      const due = (events: string[]) =>
        runs.queueBatch({
          hub: 'garden',
          workflow: 'md:orders',
          runAs: null,
          inbox: 'webhook',
          maxFailures: 3,
          pending: async () => events,
          own: async (names) => names,
          fit: (names) => Math.min(names.length, 2),
        })
      const fail = async (isExcused = false) => {
        const run = await runs.claim('garden', 'me', LEASE)
        await runs.finish({ ...run!, owner: 'me' }, { outcome: 'error', isExcused })
        return run!
      }
      const ids = new Set([(await due(['1.json', '2.json', '3.json']))!.id])
      assert.equal(await due(['1.json', '2.json', '3.json']), null) // a batch is already queued
      assert.deepEqual((await fail()).batch!.events, ['1.json', '2.json'])
      ids.add((await due(['1.json', '2.json']))!.id) // the failed batch is queued again
      await fail(true)
      assert.equal(await due(['1.json', '2.json']), null)
      assert.deepEqual((await due(['1.json', '2.json', '3.json']))!.id.slice(0, 9), 'md:orders')
      const { batch } = await fail()
      assert.deepEqual(batch!.events, ['3.json'])
      clock.advance(60_000)
      ids.add((await due(['1.json', '2.json']))!.id)
      const third = await fail()
      assert.deepEqual(third.batch, {
        inbox: 'webhook',
        events: ['1.json', '2.json'],
        attempt: 3,
        firstAttempt: 1,
        failures: 1,
      })
      assert.equal(ids.size, 3)
      for (const run of await runs.unsettled('garden', 'md:orders')) await runs.settle(run)
      ids.add((await due(['1.json', '2.json']))!.id) // settling the runs released the batch
      const fresh = await fail()
      assert.deepEqual([fresh.batch!.attempt, fresh.batch!.firstAttempt, fresh.batch!.failures], [4, 4, 0])
      assert.equal(ids.size, 4)
    },
  )
}

test('a run whose account could not be checked ends with an error that does not count as its failure [runs.unasked]', async (t) => {
  const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
  const ended = Promise.withResolvers<string>()
  await queue('one', { workflow: 'md:one' })
  await using _ = startRunWorker({
    runs,
    tracer: NO_TRACER,
    hub: 'garden',
    notifications,
    owner: 'me',
    clock,
    executors: { task: { resumes: false, execute: async () => assert.fail('it was carried out') } },
    refusalOf: async () => {
      throw new Error('the store is away')
    },
    leaseMs: LEASE,
    parallel: 1,
    onEnd: (_run, outcome) => ended.resolve(outcome),
    events: quiet,
  })
  assert.equal(await ended.promise, 'error')
  const { isExcused, isRefused, error } = (await runs.read({ hub: 'garden', id: 'one' }))!
  assert.deepEqual([isExcused, isRefused], [true, false])
  assert.equal(error, 'The access of ann@example.org could not be checked: the store is away')
})

test('a run that ends while the store is unavailable is recorded afterwards [runs.end-kept]', async (t) => {
  const clock = manualClock()
  const location = await BACKENDS[0]!.locate(t)
  assert.ok(location.kind === 'sqlite')
  await using store = await openStore(location, { lockTimeoutMs: 10 })
  using other = new DatabaseSync(location.path)
  const runs = createRuns({ store, clock })
  const ref = { hub: 'garden', id: 'one' }
  await runs.queue({ ...ref, workflow: 'md:one', trigger: 'manual', runAs: null })
  const ended = Promise.withResolvers<string>()
  await using _ = startRunWorker({
    runs,
    tracer: NO_TRACER,
    hub: 'garden',
    notifications,
    owner: 'me',
    clock,
    executors: {
      task: {
        resumes: false,
        async execute() {
          other.exec('begin exclusive')
          return { outcome: 'done', result: 'watered' }
        },
      },
    },
    refusalOf: async () => null,
    leaseMs: LEASE,
    parallel: 1,
    onEnd: (_run, outcome) => ended.resolve(outcome),
    events: quiet,
  })
  while ((await clock.nextSleep()) !== 250) continue
  clock.advance(250)
  while ((await clock.nextSleep()) !== 500) continue
  assert.equal((await runs.read(ref))!.status, 'running')
  other.exec('rollback')
  clock.advance(500)
  assert.equal(await ended.promise, 'done')
  const { status, result } = (await runs.read(ref))!
  assert.deepEqual({ status, result }, { status: 'succeeded', result: 'watered' })
})

test('output that a run writes too fast to store loses its middle, and never its beginning [runs.output]', async (t) => {
  const { clock, runs, store, queue } = await openTestRuns(t, BACKENDS[0]!)
  await queue('one')
  const ref = { hub: 'garden', id: 'one' }
  {
    await using writer = createOutputWriter({ runs, run: ref, clock }) // the clock does not advance, so all output stays in the buffer
    writer.write('the very first line\n')
    for (let n = 0; n < 60; n++) writer.write(`${n}:${'ü'.repeat(32_000)}\n`)
    writer.write('the very last line\n')
  }
  const pieces = await runs.output(ref, 0)
  const text = pieces.map((piece) => piece.text).join('')
  assert.ok(text.startsWith('the very first line\n0:') && text.includes('\n3:'), text.slice(0, 100))
  assert.ok(text.endsWith('\nthe very last line\n'))
  const whole = pieces.at(-1)!.offset + Buffer.byteLength(pieces.at(-1)!.text)
  assert.equal(whole, 60 * 64_000 + 60 + 10 + 100 + 60 + 39)
  const { output_bytes } = await store.db.selectFrom('runs').select('output_bytes').executeTakeFirstOrThrow()
  assert.equal(output_bytes, Buffer.byteLength(text))
})

for (const how of ['at once', 'before its next step'] as const)
  test(`a run whose account loses its access is stopped ${how}, with the reason [runs.withdrawn]`, async (t) => {
    const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
    const ended = Promise.withResolvers<string>()
    const losses: unknown[] = []
    let refusal: string | null = null
    const executor: Executor = {
      resumes: true,
      async execute(_, { signal, startStep }) {
        await startStep({ id: 'one', title: 'One', kind: 'script' })
        refusal = 'Refused: ann@example.org may not use this Hub (blocked).'
        if (how === 'before its next step') await startStep({ id: 'two', title: 'Two', kind: 'script' })
        else
          await new Promise((resolve) => {
            signal.addEventListener('abort', resolve, { once: true })
            clock.advance(2500)
          })
        signal.throwIfAborted()
        return assert.fail('it went on')
      },
    }
    await queue('one')
    await using _ = startRunWorker({
      runs,
      tracer: NO_TRACER,
      hub: 'garden',
      notifications,
      owner: 'me',
      clock,
      executors: { task: executor, workflow: executor },
      refusalOf: async () => (refusal === null ? null : { message: refusal, lostBy: 'no_grant' }),
      onAccessLost: (run, lost) => losses.push([run.id, lost.by]),
      leaseMs: LEASE,
      parallel: 1,
      onEnd: (_run, outcome) => ended.resolve(outcome),
      events: quiet,
    })
    assert.equal(await ended.promise, 'error')
    const ref = { hub: 'garden', id: 'one' }
    const { error, isRefused, isExcused } = (await runs.read(ref))!
    assert.deepEqual([error, isRefused, isExcused], [refusal, true, true])
    assert.deepEqual(losses, [['one', 'no_grant']])
    assert.deepEqual(
      (await runs.steps(ref)).map(({ id }) => id),
      ['one'],
    )
  })

test('cancelling a run stops its executor and ends it as cancelled; a queued run ends at once [runs.cancel]', async (t) => {
  const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
  const begun = Promise.withResolvers<void>()
  const executor: Executor = {
    resumes: true,
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
        begun.resolve()
      }),
  }
  await queue('one')
  await queue('two')
  const ended = Promise.withResolvers<string>()
  await using _ = startRunWorker({
    runs,
    tracer: NO_TRACER,
    hub: 'garden',
    notifications,
    owner: 'me',
    clock,
    executors: { task: executor, workflow: executor },
    refusalOf: async () => null,
    leaseMs: LEASE,
    parallel: 2,
    onEnd: (run, outcome) => ended.resolve(`${run.id} ${outcome}`),
    events: quiet,
  })
  notifications.notify('runs')
  await begun.promise
  assert.equal(await runs.cancel({ hub: 'garden', id: 'two' }, 'ann@example.org'), true)
  assert.equal((await runs.read({ hub: 'garden', id: 'two' }))!.outcome, 'cancelled')
  assert.equal(await runs.cancel({ hub: 'garden', id: 'one' }, 'ann@example.org'), true)
  assert.equal((await runs.read({ hub: 'garden', id: 'one' }))!.isCancelling, true)
  const pass = setInterval(() => clock.advance(1000), 5)
  t.after(() => clearInterval(pass))
  assert.equal(await ended.promise, 'one cancelled')
  clearInterval(pass)
  assert.equal(await runs.cancel({ hub: 'garden', id: 'one' }, 'ann@example.org'), false)
})

test('an instance that was suspended, or whose clock was set, does not count its own runs as dead [runs.lease-clock]', async (t) => {
  const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
  const begun = Promise.withResolvers<void>()
  const finish = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<string>()
  const executor: Executor = {
    resumes: false,
    async execute() {
      begun.resolve()
      await finish.promise
      return { outcome: 'done' }
    },
  }
  await queue('one', { workflow: 'md:task' })
  await using _ = startRunWorker({
    runs,
    tracer: NO_TRACER,
    hub: 'garden',
    notifications,
    owner: 'me',
    clock,
    executors: { task: executor },
    refusalOf: async () => null,
    leaseMs: LEASE,
    parallel: 2,
    onEnd: (_, outcome) => ended.resolve(outcome),
    events: quiet,
  })
  notifications.notify('runs')
  await begun.promise
  for (const step of [20 * LEASE, -40 * LEASE, 20 * LEASE]) {
    clock.advance(step)
    notifications.notify('runs')
    await queue(`beside ${step}`, { workflow: 'md:other' })
    await runs.cancel({ hub: 'garden', id: `beside ${step}` }, 'ann@example.org')
    assert.equal((await runs.read({ hub: 'garden', id: 'one' }))!.status, 'running')
  }
  finish.resolve()
  assert.equal(await ended.promise, 'done')
})

test('a lease of a clock that was far ahead does not hold a run of the dead for ever [runs.lease-clock]', async (t) => {
  const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
  await queue('one', { workflow: 'md:task' })
  clock.advance(400 * 86_400_000)
  await runs.claim('garden', 'gone', LEASE)
  clock.advance(-400 * 86_400_000)
  const rules = { resumes: () => false, keep: new Set<string>(), leaseMs: LEASE }
  assert.deepEqual(await runs.expire('garden', rules), [])
  clock.advance(LEASE)
  assert.equal((await runs.expire('garden', rules)).length, 1)
})

test('however many runs of one task wait, others are not held up by them [runs.no-starving]', async (t) => {
  const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
  for (let n = 0; n < 130; n++) await queue(`busy-${n}`, { workflow: 'busy' })
  clock.advance(1)
  await queue('quick', { workflow: 'quick' })
  assert.equal((await runs.claim('garden', 'me', LEASE))!.id, 'busy-0')
  assert.equal((await runs.claim('garden', 'me', LEASE))!.id, 'quick')
  assert.equal(await runs.claim('garden', 'me', LEASE), null)
})

test('when the service stops, a resumable run is queued again and another run ends [runs.closing]', async (t) => {
  const { clock, runs, queue } = await openTestRuns(t, BACKENDS[0]!)
  const both = Promise.withResolvers<void>()
  let begun = 0
  const executor = (resumes: boolean): Executor => ({
    resumes,
    execute: (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          assert.ok(signal.reason instanceof RunStopped)
          reject(signal.reason)
        })
        if (++begun === 2) both.resolve()
      }),
  })
  await queue('flow')
  await queue('task', { workflow: 'md:task' })
  {
    await using _ = startRunWorker({
      runs,
      tracer: NO_TRACER,
      hub: 'garden',
      notifications,
      owner: 'me',
      clock,
      executors: { task: executor(false), workflow: executor(true) },
      refusalOf: async () => null,
      leaseMs: LEASE,
      parallel: 2,
      events: quiet,
    })
    notifications.notify('runs')
    await both.promise
  }
  assert.equal((await runs.read({ hub: 'garden', id: 'flow' }))!.status, 'queued')
  const task = await runs.read({ hub: 'garden', id: 'task' })
  assert.deepEqual([task!.outcome, task!.error, task!.isExcused], ['error', 'The service stopped.', true])
})
