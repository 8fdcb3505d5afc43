import type { Transaction } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { createRetry } from '#ground/base/retry.ts'
import type { EndedSpan } from '#ground/base/trace/span.ts'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { rowOf, tracesOf, type SpanRow, type TraceRow } from './rows.ts'

export interface SpanLedger extends AsyncDisposable {
  /** Written within a second, together with other spans. */
  record(span: EndedSpan): void
  /** Rejects when the database is unavailable. Unwritten spans stay queued. */
  flush(): Promise<void>
}

export interface SpanLedgerDeps {
  store(): Promise<Pick<Store, 'transaction'>>
  clock: Clock
  hub: string
  onDropped(count: number): void
  onFailure(error: unknown): void
}

const WRITE_EVERY_MS = 1000
const MAX_QUEUED_SPANS = 10_000

export function createSpanLedger({ store, clock, hub, onDropped, onFailure }: SpanLedgerDeps): SpanLedger {
  let noted: EndedSpan[] = []
  let writing: Promise<void> = Promise.resolve()
  let isScheduled = false
  const closed = new AbortController()

  const write = async () => {
    const spans = noted
    if (spans.length === 0) return
    noted = []
    try {
      const rows = spans.map((span) => rowOf(span, hub))
      await (await store()).transaction((tx) => insert(tx, rows, tracesOf(spans, rows)))
    } catch (error) {
      const room = Math.max(0, MAX_QUEUED_SPANS - noted.length)
      if (spans.length > room) onDropped(spans.length - room)
      noted = [...spans.slice(spans.length - Math.min(room, spans.length)), ...noted]
      throw error
    }
  }
  const flush = () => {
    const result = writing.then(write)
    writing = result.catch(onFailure)
    return result
  }
  const isFlushed = () =>
    flush().then(
      () => true,
      () => false,
    )
  const retry = createRetry(isFlushed, { clock })
  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    clock.sleep(WRITE_EVERY_MS, closed.signal).then(
      async () => {
        isScheduled = false
        if (!(await isFlushed())) retry.start()
      },
      () => {},
    )
  }

  return {
    record(span) {
      if (noted.length >= MAX_QUEUED_SPANS) return onDropped(1)
      noted.push(span)
      schedule()
    },
    flush,
    async [Symbol.asyncDispose]() {
      closed.abort()
      await retry[Symbol.asyncDispose]()
      await flush().catch(() => {})
    },
  }
}

async function insert(
  tx: Transaction<Tables>,
  spans: readonly SpanRow[],
  traces: readonly TraceRow[],
): Promise<void> {
  await insertSpans(tx, spans)
  // A fixed order prevents a deadlock of two processes that write the same traces.
  await mergeTraces(
    tx,
    traces.toSorted((a, b) => (a.trace_id < b.trace_id ? -1 : 1)),
  )
}

const insertSpans = createBulkInsert(
  (db, rows: readonly SpanRow[]) =>
    db
      .insertInto('trace_spans')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['trace_id', 'span_id']).doNothing()), // an exporter sent the span twice
)

const mergeTraces = createBulkInsert((db, rows: readonly TraceRow[]) =>
  db
    .insertInto('traces')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['trace_id', 'hub']).doUpdateSet((eb) => ({
        agent: eb.fn.coalesce('excluded.agent', 'traces.agent'),
        root: eb.fn.coalesce('traces.root', 'excluded.root'),
        chat_id: eb.fn.coalesce('traces.chat_id', 'excluded.chat_id'),
        run_id: eb.fn.coalesce('traces.run_id', 'excluded.run_id'),
        started_at_us: eb
          .case()
          .when('excluded.started_at_us', '<', eb.ref('traces.started_at_us'))
          .then(eb.ref('excluded.started_at_us'))
          .else(eb.ref('traces.started_at_us'))
          .end(),
        ended_at_us: eb
          .case()
          .when('excluded.ended_at_us', '>', eb.ref('traces.ended_at_us'))
          .then(eb.ref('excluded.ended_at_us'))
          .else(eb.ref('traces.ended_at_us'))
          .end(),
        bytes: eb('traces.bytes', '+', eb.ref('excluded.bytes')),
        tokens: eb('traces.tokens', '+', eb.ref('excluded.tokens')),
        failed: eb
          .case()
          .when('excluded.failed', '>', eb.ref('traces.failed'))
          .then(eb.ref('excluded.failed'))
          .else(eb.ref('traces.failed'))
          .end(),
      })),
    ),
)
