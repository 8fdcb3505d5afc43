import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { EndedSpan } from '#ground/base/trace/span.ts'
import type { Store } from '#ground/store/store.ts'
import { createSpanLedger } from '#core/traces/ledger.ts'
import { readTraceLines, readSpans } from '#core/traces/read.ts'
import { startRetention } from '#core/traces/retention.ts'
import { manualClock } from '../support/manual-clock.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

const NOW = Date.UTC(2026, 0, 10)
const id = (n: number, length = 16) => n.toString(16).padStart(length, '0')

const span = (n: number, more: Partial<EndedSpan> = {}): EndedSpan => ({
  traceId: id(1, 32),
  spanId: id(n),
  parentSpanId: n === 1 ? null : id(1),
  name: `span ${n}`,
  kind: 'internal',
  startMs: NOW + n,
  endMs: NOW + n + 10.25,
  failed: false,
  service: 'bridge',
  attributes: {},
  ...more,
})

function open(store: Pick<Store, 'transaction'>) {
  const clock = manualClock(NOW)
  const dropped: number[] = []
  const failures: unknown[] = []
  const ledger = createSpanLedger({
    store: async () => store,
    clock,
    hub: 'garden',
    onDropped: (count) => void dropped.push(count),
    onFailure: (error) => void failures.push(error),
  })
  return { clock, ledger, dropped, failures }
}

const PAGE = { limit: 10, offset: 0 }

for (const backend of BACKENDS)
  describe(`span ledger on ${backend.kind}`, { skip: backend.skip }, () => {
    test('a trace is listed under its agent, with its chat, times and failure [traces.kept]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger } = open(store)
      ledger.record(
        span(2, {
          name: 'invoke_agent Gardener',
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'gen_ai.agent.name': 'Gardener',
            'svc.chat.id': 'c1',
          },
        }),
      )
      await ledger.flush()
      ledger.record(span(3, { failed: true, endMs: NOW + 500 }))
      ledger.record(span(1, { name: 'POST /api/chat/completions' }))
      await ledger.flush()
      const { items, total } = await readTraceLines(store, { hubs: ['garden'] }, PAGE)
      assert.equal(total, 1)
      assert.deepEqual(items, [
        {
          trace_id: id(1, 32),
          hub: 'garden',
          agent: 'Gardener',
          root: 'POST /api/chat/completions',
          chat_id: 'c1',
          run_id: null,
          started_at_us: (NOW + 1) * 1000,
          ended_at_us: (NOW + 500) * 1000,
          failed: 1,
          bytes: 747,
          tokens: 0,
          spans: 3,
        },
      ])
      assert.deepEqual(
        (await readSpans(store, id(1, 32), null)).map(({ span_id }) => span_id),
        [id(1), id(2), id(3)],
      )
    })

    test('a span that is sent twice is kept once [traces.kept]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger } = open(store)
      ledger.record(span(1))
      ledger.record(span(1))
      await ledger.flush()
      ledger.record(span(1))
      await ledger.flush()
      assert.equal((await readSpans(store, id(1, 32), null)).length, 1)
    })

    test('spans of Hubs that a reader does not manage stay hidden [traces.scope]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger } = open(store)
      ledger.record(span(1))
      ledger.record(span(2, { attributes: { 'svc.hub': 'kitchen' } }))
      await ledger.flush()
      const [only, ...others] = await readSpans(store, id(1, 32), ['kitchen'])
      assert.equal(only!.span_id, id(2))
      assert.equal(others.length, 0)
      assert.equal((await readTraceLines(store, { hubs: ['kitchen'] }, PAGE)).items[0]!.spans, 1)
      assert.equal((await readTraceLines(store, { hubs: [] }, PAGE)).total, 0)
      assert.deepEqual(await readSpans(store, id(1, 32), []), [])
    })

    test('lists are filtered by chat, failure and time, newest first [traces.kept]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger } = open(store)
      for (const n of [1, 2, 3])
        ledger.record(
          span(n, {
            traceId: id(n, 32),
            startMs: NOW + n * 1000,
            failed: n === 2,
            attributes: { 'svc.chat.id': `c${n}`, 'svc.run.id': `r${n}` },
          }),
        )
      await ledger.flush()
      const found = async (filter: object) =>
        (await readTraceLines(store, { hubs: null, ...filter }, PAGE)).items.map(({ trace_id }) =>
          Number(trace_id),
        )
      assert.deepEqual(await found({}), [3, 2, 1])
      assert.deepEqual(await found({ chat: 'c1' }), [1])
      assert.deepEqual(await found({ run: 'r3' }), [3])
      assert.deepEqual(await found({ failed: true }), [2])
      assert.deepEqual(await found({ failed: false }), [3, 1])
      assert.deepEqual(await found({ since: NOW + 2000 }), [3, 2])
      assert.deepEqual(await found({ until: NOW + 2000 }), [1])
    })

    test('traces that are too old are removed, whole [traces.retention]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger } = open(store)
      for (let n = 1; n <= 450; n++) ledger.record(span(n, { traceId: id(n, 32), startMs: NOW }))
      ledger.record(span(451, { traceId: id(451, 32), startMs: NOW + 60_000 }))
      await ledger.flush()
      const clock = manualClock(NOW + 7 * 86_400_000 + 1)
      const mostBytes = Number.MAX_SAFE_INTEGER
      await using _ = startRetention({ store, clock, days: 7, mostBytes, onFailure: assert.fail })
      await clock.nextSleep()
      assert.equal((await readTraceLines(store, { hubs: null }, PAGE)).total, 1)
      const left = await store.db.selectFrom('trace_spans').select('span_id').execute()
      assert.deepEqual(left, [{ span_id: id(451) }])
      clock.advance(3_600_000)
      await clock.nextSleep()
      assert.equal((await readTraceLines(store, { hubs: null }, PAGE)).total, 0)
    })

    test('a Hub whose traces use too much space loses its oldest, and no other Hub does [traces.room]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger } = open(store)
      const text = 'x'.repeat(10_000)
      const ofHub = (n: number, hub: string) =>
        span(n, {
          traceId: id(Math.ceil(n / 2), 32),
          startMs: NOW + Math.ceil(n / 2),
          attributes: { 'svc.hub': hub, text },
        })
      for (let n = 1; n <= 600; n++) ledger.record(ofHub(n, 'garden'))
      ledger.record(span(601, { attributes: { 'svc.hub': 'kitchen', text } }))
      await ledger.flush()
      const clock = manualClock(NOW + 60_000)
      await using _ = startRetention({ store, clock, days: 7, mostBytes: 1_000_000, onFailure: assert.fail })
      await clock.nextSleep()
      const spansOf = async (hub: string) => {
        const rows = await store.db.selectFrom('trace_spans').where('hub', '=', hub).selectAll().execute()
        return rows.map(({ span_id }) => Number(`0x${span_id}`)).toSorted((a, b) => a - b)
      }
      const left = await spansOf('garden')
      assert.ok(left.length >= 90 && left.length <= 99, `${left.length} spans of 10 kB are left of 1 MB`)
      assert.deepEqual(
        left,
        Array.from({ length: left.length }, (_, n) => 600 - left.length + 1 + n),
      )
      assert.equal((await readTraceLines(store, { hubs: ['garden'] }, PAGE)).total, left.length / 2)
      assert.deepEqual(await spansOf('kitchen'), [601])
      assert.equal((await readTraceLines(store, { hubs: ['kitchen'] }, PAGE)).total, 1)

      for (let n = 701; n <= 740; n++) ledger.record(ofHub(n, 'garden'))
      await ledger.flush()
      clock.advance(300_000)
      await clock.nextSleep()
      const later = await spansOf('garden')
      assert.equal(later.length, left.length)
      assert.deepEqual(
        later.slice(-40),
        Array.from({ length: 40 }, (_, n) => 701 + n),
      )
    })

    test('a span with characters that a store refuses delays no other span [traces.odd-text]', async (t) => {
      const store = await openTestStore(t, backend)
      const { ledger, failures } = open(store)
      const odd = 'a\0b \ud800 \u202e 🌱'
      ledger.record(
        span(1, {
          name: odd,
          service: odd,
          attributes: {
            'gen_ai.operation.name': 'invoke_agent',
            'svc.chat.id': odd,
            'svc.run.id': odd,
            [odd]: odd,
          },
        }),
      )
      ledger.record(span(2))
      await ledger.flush()
      assert.deepEqual(failures, [])
      const spans = await readSpans(store, id(1, 32), null)
      assert.equal(spans.length, 2)
      assert.match(spans[0]!.name, /^ab .* 🌱$/)
    })
  })

test('spans are written a second later, together, without asking [traces.batched]', async (t) => {
  const store = await openTestStore(t, BACKENDS[0]!)
  const { promise: written, resolve } = Promise.withResolvers<void>()
  let transactions = 0
  const { ledger, clock } = open({
    async transaction(work) {
      transactions++
      const result = await store.transaction(work)
      resolve()
      return result
    },
  })
  for (let n = 1; n <= 1200; n++) ledger.record(span(n))
  assert.equal(await clock.nextSleep(), 1000)
  clock.advance(1000)
  await written
  assert.equal(transactions, 1)
  await ledger[Symbol.asyncDispose]()
})

test('a store that is away keeps ten thousand spans waiting; more are dropped and counted [traces.bounded]', async (t) => {
  const store = await openTestStore(t, BACKENDS[0]!)
  let isAway = true
  const { ledger, dropped, failures } = open({
    transaction: (work) => (isAway ? Promise.reject(new Error('away')) : store.transaction(work)),
  })
  for (let n = 1; n <= 10_005; n++) ledger.record(span(n))
  await assert.rejects(ledger.flush())
  assert.equal(failures.length, 1)
  assert.equal(dropped.length, 5)
  isAway = false
  await ledger[Symbol.asyncDispose]()
  const { n } = await store.db
    .selectFrom('trace_spans')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  assert.equal(n, 10_000)
})
