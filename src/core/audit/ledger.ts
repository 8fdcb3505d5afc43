import type { Transaction } from 'kysely'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import { createPageMarks } from '#ground/store/page-marks.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { appendToChain, type ChainedRow, type ChainFields } from './chain.ts'
import type { LedgerDb, LedgerName } from './database.ts'
import { rowFilterKey, pageMark, type PageMark, type RowFilter } from './filter.ts'
import { listRows, rowsAfter, type RecordPage } from './list.ts'
import { verifyChain, type Verdict } from './verify.ts'

export interface Ledger {
  readonly name: LedgerName
  /** Call it last in the transaction, because the head row stays locked until the transaction ends. */
  append(tx: Transaction<Tables>, entries: readonly ChainFields[]): Promise<void>
  /** Newest first. */
  list(filter: RowFilter, page: { limit: number; offset: number }): Promise<RecordPage<ChainedRow>>
  stream(filter: RowFilter): AsyncIterable<ChainedRow>
  /** Ignores rows that are appended meanwhile. */
  verify(): Promise<Verdict>
}

const STREAM_BATCH_SIZE = 500

export function createLedger({
  store,
  name,
}: {
  store: Pick<Store, 'db' | 'kind'>
  name: LedgerName
}): Ledger {
  const db = store.db as unknown as LedgerDb
  const source = { db, name, kind: store.kind }
  const marks = createPageMarks<RowFilter, PageMark>(rowFilterKey)
  const insert = createBulkInsert((tx, rows: readonly ChainedRow[]) =>
    (tx as unknown as LedgerDb).insertInto(name).values(rows),
  )
  const { lockHead, moveHead } = headQueries(db, name)
  return {
    name,
    async append(tx, entries) {
      if (entries.length === 0) return
      const { rows } = await tx.executeQuery(lockHead)
      const next = appendToChain(rows[0]!, entries)
      await insert(tx, next.rows)
      await tx.executeQuery({ ...moveHead, parameters: [next.head.count, next.head.hash, name] })
    },
    list: (filter, page) => listRows({ ...source, marks }, filter, page),
    async *stream(filter) {
      let mark: PageMark | null = null
      for (;;) {
        const rows: ChainedRow[] = await rowsAfter(source, filter, mark, STREAM_BATCH_SIZE)
        yield* rows
        const last = rows.at(-1)
        if (!last || rows.length < STREAM_BATCH_SIZE) return
        mark = pageMark(last)
      }
    },
    verify: () => verifyChain(db, name),
  }
}

/** Queries are compiled once, because calls of restricted tools wait for them. */
const headQueries = (db: LedgerDb, name: LedgerName) => ({
  lockHead: db
    .selectFrom('audit_heads')
    .select(['count', 'hash'])
    .where('ledger', '=', name)
    .forUpdate()
    .compile(),
  moveHead: db.updateTable('audit_heads').set({ count: 0, hash: '' }).where('ledger', '=', name).compile(),
})
