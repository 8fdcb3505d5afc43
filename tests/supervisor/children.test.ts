import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { Clock } from '#ground/base/clock.ts'
import { StartFailed, superviseChild, type ChildSpec, type SupervisedChild } from '#supervisor/child.ts'
import { supervisorEvents, type WriteEvent } from '#supervisor/log-events.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { manualClock } from '../support/manual-clock.ts'
import { freePorts } from '../support/free-ports.ts'

const WORKER = join(import.meta.dirname, 'fixtures', 'worker.mjs')

interface Started {
  child: SupervisedChild
  url: string
  events: { event: string; fields: Record<string, unknown> }[]
}

const start = async (
  t: TestContext,
  clock: Clock,
  { environment = {}, ...limits }: Partial<Pick<ChildSpec, 'environment' | 'memoryLimitMb'>> = {},
): Promise<Started> => {
  const [port] = await freePorts(1)
  const events: Started['events'] = []
  const write: WriteEvent = (_level, event, fields) => events.push({ event, fields: { ...fields } })
  const url = `http://127.0.0.1:${port}`
  const child = await superviseChild(
    {
      name: 'worker',
      command: [process.execPath, COMPILE_CACHE, WORKER, String(port)],
      environment: { ...process.env, ...environment },
      ...limits,
      healthUrls: [`${url}/health`],
    },
    { clock, events: supervisorEvents(write), output: () => {} },
  )
  t.after(async () => {
    child.kill()
    await child.stop()
  })
  return { child, url, events }
}

const run = (program: string) =>
  superviseChild(
    {
      name: 'worker',
      command: [process.execPath, '-e', program],
      environment: process.env,
      healthUrls: ['http://127.0.0.1:9/'],
    },
    { clock: manualClock(), events: supervisorEvents(() => {}), output: () => {} },
  )

const crash = async (url: string) => {
  await assert.rejects(fetch(`${url}/crash`))
}

const answeringPid = async (url: string): Promise<number> => Number(await (await fetch(url)).text())

const untilAnswers = async (url: string): Promise<number> => {
  for (;;) {
    const pid = await answeringPid(url).catch(() => null)
    if (pid !== null) return pid
  }
}

test('a child counts as started when its health address answers [supervisor.health]', async (t) => {
  const { child, url } = await start(t, manualClock())
  assert.equal(await answeringPid(url), child.pid)
  assert.deepEqual(child.warnings, ['told'])
})

test('a child that ends before it is ready is an error with its exit [supervisor.start-failed]', async () => {
  await assert.rejects(
    run('process.exit(3)'),
    (error) => error instanceof StartFailed && error.message === 'worker ended while starting (exit code 3)',
  )
})

test('a child that says why it cannot start is quoted [supervisor.start-failed]', async () => {
  const refusal = { type: 'failed', reason: 'configuration', message: 'PORT: expected a whole number' }
  await assert.rejects(
    run(`process.send(${JSON.stringify(refusal)}, () => process.exit(2))`),
    (error) =>
      error instanceof StartFailed && error.reason === 'configuration' && error.message === refusal.message,
  )
})

test('a program that does not exist is an error and not a hang [supervisor.start-failed]', async () => {
  const spec = { name: 'worker', environment: process.env, healthUrls: [] }
  const deps = { clock: manualClock(), events: supervisorEvents(() => {}), output: () => {} }
  await assert.rejects(superviseChild({ ...spec, command: ['/nonexistent/program'] }, deps), StartFailed)
})

test('a crashed child is started again after 100 ms, then after twice as long each time [supervisor.backoff]', async (t) => {
  const clock = manualClock()
  const { url } = await start(t, clock)
  let before = await answeringPid(url)
  for (const wait of [100, 200, 400]) {
    await crash(url)
    assert.equal(await clock.nextSleep(), wait)
    await assert.rejects(answeringPid(url), 'it must not come back before its time')
    clock.advance(wait)
    const now = await untilAnswers(url)
    assert.notEqual(now, before)
    before = now
  }
})

test('thirty healthy seconds make earlier crashes forgotten [supervisor.backoff]', async (t) => {
  const clock = manualClock()
  const { url, events } = await start(t, clock)
  for (const healthyMs of [0, 0, 30_000]) {
    clock.advance(healthyMs)
    await crash(url)
    clock.advance(await clock.nextSleep())
    await untilAnswers(url)
    while (events.at(-1)?.event !== 'child.restarted') await new Promise(setImmediate)
  }
  const waits = events
    .filter(({ event }) => event === 'child.exited')
    .map(({ fields }) => fields['restartInMs'])
  assert.deepEqual(waits, [100, 200, 100])
})

test('a stopped child ends and is not started again [supervisor.stop]', async (t) => {
  const clock = manualClock()
  const { child, url, events } = await start(t, clock)
  await child.stop()
  assert.equal(child.pid, null)
  await assert.rejects(fetch(url))
  assert.deepEqual(events, [])
})

test('a child can be stopped while it waits for its restart [supervisor.stop]', async (t) => {
  const clock = manualClock()
  const { child, url } = await start(t, clock)
  await crash(url)
  await clock.nextSleep()
  await child.stop()
  assert.equal(child.pid, null)
})

test('killing ends a child that does not listen to the order to stop [supervisor.stop]', async (t) => {
  const { child } = await start(t, manualClock(), { environment: { DEAF: '1' } })
  const stopped = child.stop()
  child.kill()
  await stopped
  assert.equal(child.pid, null)
})

test('a child with too much memory is ended and restarted, with a report [supervisor.memory]', async (t) => {
  const clock = manualClock()
  const { url, events } = await start(t, clock, { memoryLimitMb: 64 })
  const before = await answeringPid(url)
  const look = async () => {
    clock.advance(2000)
    await new Promise(setImmediate)
  }
  await look()
  assert.equal(await answeringPid(url), before)
  await fetch(`${url}/grow`)
  while (!events.some(({ event }) => event === 'child.restarted')) await look()
  assert.notEqual(await answeringPid(url), before)
  const [told, exited] = events
  assert.equal(told!.event, 'child.too_large')
  assert.equal(told!.fields['limitMb'], 128 + 8 + 64)
  assert.equal(exited!.event, 'child.exited')
})
