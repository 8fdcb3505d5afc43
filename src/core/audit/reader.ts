import type { ChainedRow } from './chain.ts'
import type { RowFilter } from './filter.ts'
import type { Ledger } from './ledger.ts'
import type { RecordPage } from './list.ts'
import type { Verdict } from './verify.ts'

export interface Chain {
  seq: number
  /** SHA-256 over the entry and the hash of the previous entry. */
  hash: string
}

export interface LedgerReader<Entry, Filter> {
  /** Newest first. Consecutive pages do not shift when entries arrive. */
  list(filter: Filter, page: { limit: number; offset: number }): Promise<RecordPage<Entry>>
  stream(filter: Filter): AsyncIterable<Entry>
  verify(): Promise<Verdict>
}

export const presented = <Entry, Filter>(
  ledger: Ledger,
  { entryOf, filterOf }: { entryOf(row: ChainedRow): Entry; filterOf(filter: Filter): RowFilter },
): LedgerReader<Entry, Filter> => ({
  async list(filter, page) {
    const { items, ...count } = await ledger.list(filterOf(filter), page)
    return { items: items.map(entryOf), ...count }
  },
  async *stream(filter) {
    for await (const row of ledger.stream(filterOf(filter))) yield entryOf(row)
  },
  verify: () => ledger.verify(),
})
