import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { createForwarder, type DropReason } from '#core/traces/forward.ts'
import { startCollector } from '../support/collector.ts'
import { manualClock } from '../support/manual-clock.ts'
import { freePort } from '../support/free-ports.ts'

const parcel = (text: string, count = 1) => ({ type: 'json' as const, body: Buffer.from(text), count })

function start(_t: TestContext, url: string, headers: Record<string, string> = {}) {
  const clock = manualClock()
  const dropped: [number, DropReason][] = []
  const reported: string[] = []
  const forwarder = createForwarder({
    url,
    headers,
    clock,
    random: () => 1,
    onDropped: (count, reason) => void dropped.push([count, reason]),
    onUnreachable: (reason) => void reported.push(reason),
    onReachable: () => void reported.push('reachable'),
  })
  return { clock, dropped, told: reported, forwarder }
}

const bodies = (collector: { received: readonly { body: Buffer }[] }) =>
  collector.received.map(({ body }) => body.toString())

describe('forwarding', () => {
  test('parcels arrive in order, one at a time, with the headers of the endpoint [otel.forward-order]', async (t) => {
    const collector = await startCollector(t)
    const { forwarder, dropped } = start(t, collector.url, { 'x-api-key': 'k' })
    for (const text of ['a', 'b', 'c']) assert.equal(forwarder.offer(parcel(text)), true)
    await forwarder[Symbol.asyncDispose]()
    assert.deepEqual(bodies(collector), ['a', 'b', 'c'])
    assert.equal(collector.received[0]!.headers['x-api-key'], 'k')
    assert.equal(collector.received[0]!.type, 'application/json')
    assert.deepEqual(dropped, [])
  })

  test('a busy endpoint is asked again later and later, and the order stays [otel.forward-retry]', async (t) => {
    const collector = await startCollector(t)
    collector.answerWith({ status: 503, times: 3 })
    const { forwarder, clock, told } = start(t, collector.url)
    forwarder.offer(parcel('a'))
    forwarder.offer(parcel('b'))
    for (const wait of [1000, 2000, 4000]) {
      assert.equal(await clock.nextSleep(), wait)
      clock.advance(wait)
    }
    await collector.arrival(({ body }) => body.toString() === 'b' || undefined)
    assert.deepEqual(bodies(collector), ['a', 'a', 'a', 'a', 'b'])
    assert.deepEqual(told, ['status 503', 'reachable'])
    await forwarder[Symbol.asyncDispose]()
  })

  test('Retry-After is obeyed [otel.forward-retry]', async (t) => {
    const collector = await startCollector(t)
    collector.answerWith({ status: 429, headers: { 'retry-after': '77' }, times: 1 })
    const { forwarder, clock } = start(t, collector.url)
    forwarder.offer(parcel('a'))
    assert.equal(await clock.nextSleep(), 77_000)
    clock.advance(77_000)
    await collector.arrival(() => collector.received[1])
    await forwarder[Symbol.asyncDispose]()
  })

  test('spans that the endpoint refuses are dropped and counted, and do not delay the rest [otel.forward-drop]', async (t) => {
    const collector = await startCollector(t)
    collector.answerWith({ status: 400, times: 1 })
    const { forwarder, dropped } = start(t, collector.url)
    forwarder.offer(parcel('a', 3))
    forwarder.offer(parcel('b'))
    await forwarder[Symbol.asyncDispose]()
    assert.deepEqual(bodies(collector), ['a', 'b'])
    assert.deepEqual(dropped, [[3, 'refused']])
  })

  test('no redirect is followed: the headers are for the endpoint alone [otel.forward-drop]', async (t) => {
    const other = await startCollector(t)
    const collector = await startCollector(t)
    collector.answerWith({ status: 307, headers: { location: other.url } })
    const { forwarder, dropped } = start(t, collector.url)
    forwarder.offer(parcel('a'))
    await forwarder[Symbol.asyncDispose]()
    assert.deepEqual(dropped, [[1, 'refused']])
    assert.equal(other.received.length, 0)
  })

  test('the queue holds 64 MiB; spans beyond it are dropped and counted [otel.queue-full]', async (t) => {
    const collector = await startCollector(t)
    collector.answerWith({ status: 503 })
    const { forwarder, clock, dropped } = start(t, collector.url)
    const big = { type: 'json' as const, body: Buffer.alloc(40 * 1024 * 1024), count: 5 }
    assert.equal(forwarder.offer(big), true)
    assert.equal(forwarder.offer(big), false)
    assert.deepEqual(dropped, [[5, 'queue_full']])
    await clock.nextSleep()
    const closed = forwarder[Symbol.asyncDispose]()
    clock.advance(3000)
    await closed
  })

  test('closing waits three seconds for an unavailable endpoint, then counts the rest [otel.forward-close]', async (t) => {
    const { forwarder, clock, dropped } = start(t, `http://127.0.0.1:${await freePort()}`)
    forwarder.offer(parcel('a', 2))
    forwarder.offer(parcel('b', 3))
    assert.equal(await clock.nextSleep(), 1000)
    const closed = forwarder[Symbol.asyncDispose]()
    assert.equal(await clock.nextSleep(), 3000)
    clock.advance(3000)
    await closed
    assert.deepEqual(
      dropped.reduce((sum, [count]) => sum + count, 0),
      5,
    )
    assert.equal(forwarder.offer(parcel('c')), false)
  })
})
