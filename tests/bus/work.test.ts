import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { startPollLoop } from '#ground/bus/poll-loop.ts'
import { openWorkNotifications, type WorkNotifications } from '#ground/bus/work-notifications.ts'
import { WORK_HEARTBEAT_MS } from '#ground/bus/work-messages.ts'
import { testClock, type TestClock } from '../support/clock.ts'
import { natsEnds, NATS_SKIP } from './buses.ts'
import { until } from '../support/until.ts'
import { lossy } from './lossy.ts'

const EVERY_MS = 1000
const SLOW_MS = 15_000

function notificationsOn(t: TestContext, bus: Bus, clock: TestClock): WorkNotifications {
  const notifications = openWorkNotifications({ bus, clock, hub: 'garden' })
  t.after(() => notifications[Symbol.asyncDispose]())
  return notifications
}

function looker(t: TestContext, notifications: WorkNotifications, clock: TestClock) {
  const seen = { looks: 0, due: null as number | null }
  const loop = startPollLoop({
    clock,
    notifications,
    work: 'runs',
    everyMs: EVERY_MS,
    notifiedIntervalMs: SLOW_MS,
    poll: async () => {
      seen.looks++
      return seen.due
    },
    onFailure: (error) => assert.fail(error as Error),
  })
  t.after(() => loop[Symbol.asyncDispose]())
  return seen
}

async function machines(t: TestContext) {
  const clock = testClock()
  const { speaker, listener, server } = await natsEnds(t)
  const hearing = lossy(listener)
  const tells = notificationsOn(t, speaker, clock)
  const hears = notificationsOn(t, hearing, clock)
  const passUntil = (holds: () => boolean) =>
    until(
      () => {
        if (!holds()) clock.advance(100)
        return holds()
      },
      { everyMs: 5 },
    )
  await passUntil(() => hears.isReliable() && tells.isReliable())
  const seen = looker(t, hears, clock)
  await until(() => seen.looks > 0)
  await clock.sleeper(SLOW_MS - 100)
  return { clock, server, hearing, tells, hears, seen, passUntil }
}

describe('hints of work', { skip: NATS_SKIP }, () => {
  test('a notified worker polls at once, otherwise rarely or when work is due [bus.work]', async (t) => {
    const { clock, tells, seen, passUntil } = await machines(t)
    let before = seen.looks
    const begun = clock.now()
    await passUntil(() => seen.looks > before)
    assert.ok(clock.now() - begun > SLOW_MS - 2000, `it looked after ${clock.now() - begun} ms`)

    before = seen.looks
    const toldAt = clock.now()
    tells.notify('runs')
    await passUntil(() => seen.looks > before)
    assert.ok(clock.now() - toldAt < EVERY_MS)

    seen.due = clock.now() + 4000
    tells.notify('runs')
    before = seen.looks
    await passUntil(() => seen.looks > before + 1)
    assert.ok(clock.now() >= seen.due && clock.now() < seen.due + EVERY_MS)
  })

  test('a hint that was lost is noticed by the next beat [bus.work-gap]', async (t) => {
    const { clock, hearing, tells, seen, passUntil } = await machines(t)
    const before = seen.looks
    hearing.loses = (_, text) => text.includes('"hint"')
    const toldAt = clock.now()
    tells.notify('runs')
    await passUntil(() => seen.looks > before)
    assert.ok(clock.now() - toldAt <= 2 * WORK_HEARTBEAT_MS)
  })

  test('a worker without messages from another polls as often as without notifications; an instance that announced its end is not awaited [bus.work-doubt]', async (t) => {
    const { clock, hearing, hears, tells, seen, passUntil } = await machines(t)
    hearing.loses = () => true
    await passUntil(() => !hears.isReliable())
    const [before, since] = [seen.looks, clock.now()]
    await passUntil(() => seen.looks >= before + 5)
    assert.ok(clock.now() - since < 8 * EVERY_MS)

    hearing.loses = () => false
    await passUntil(() => hears.isReliable())
    await tells[Symbol.asyncDispose]()
    const left = clock.now()
    await passUntil(() => clock.now() - left > 10 * WORK_HEARTBEAT_MS)
    assert.ok(hears.isReliable())
  })

  test('without the server a waiting process checks at once and then often, and again when the server is back [bus.work-doubt]', async (t) => {
    const { clock, server, hears, seen, passUntil } = await machines(t)
    let before = seen.looks
    await server.stop()
    const wentAt = clock.now()
    await until(() => !hears.isReliable())
    await passUntil(() => seen.looks > before)
    assert.ok(clock.now() - wentAt < EVERY_MS)
    const since = clock.now()
    await passUntil(() => seen.looks >= before + 5)
    assert.ok(clock.now() - since < 8 * EVERY_MS)

    await server.start()
    await passUntil(() => hears.isReliable())
    before = seen.looks
    const backAt = clock.now()
    await passUntil(() => clock.now() - backAt >= 60_000)
    assert.ok(seen.looks - before < 15, `${seen.looks - before} looks in a minute`)
  })
})

test('in a process without a server its own notifications arrive at once, and polling is unchanged [bus.work]', async (t) => {
  const clock = testClock()
  const bus = createLocalBus({ clock })
  const notifications = notificationsOn(t, bus, clock)
  const seen = looker(t, notifications, clock)
  await until(() => seen.looks === 1)
  await clock.sleeperFor(EVERY_MS)
  notifications.notify('runs')
  await until(() => seen.looks === 2)
  await clock.sleeperFor(EVERY_MS)
  clock.advance(EVERY_MS)
  await until(() => seen.looks === 3)
  assert.equal(notifications.isReliable(), false)
})
