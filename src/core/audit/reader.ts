import type { ChainedRow } from './chain.ts'
import type { RowFilter } from './filter.ts'
import type { Ledger } from './ledger.ts'
import type { RecordPage } from './list.ts'
import type { Verdict } from './verify.ts'

/** An entry's place in its ledger. */
export interface Chain {
  /** 1, 2, 3, … in the order they were recorded. */
  seq: number
  /** SHA-256 over the entry and everything before it. */
  hash: string
}

/** A ledger as those see it who only read it. */
export interface LedgerReader<Entry, Filter> {
  /** One page, newest first. Pages that are read in sequence do not shift when entries arrive. */
  list(filter: Filter, page: { limit: number; offset: number }): Promise<RecordPage<Entry>>
  /** Every entry that passes the filter, newest first, read in pages. */
  stream(filter: Filter): AsyncIterable<Entry>
  /** Follow the chain from its first entry to its end. */
  verify(): Promise<Verdict>
}

/** A ledger's rows as entries of their kind. */
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
