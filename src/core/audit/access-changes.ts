import type { Transaction } from 'kysely'
import type { EpochMs } from '#ground/base/clock.ts'
import type { ListOrder } from '#ground/api/list-start.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { canonicalJson, type JsonValue } from './canonical-json.ts'
import type { ChainedRow, ChainFields } from './chain.ts'
import { createLedger } from './ledger.ts'
import { presented, type Chain, type LedgerReader } from './reader.ts'

export interface AccessChange {
  at: EpochMs
  /** A subject, or `system:<name>`. */
  actor: string
  action: string
  subject: string | null
  hub: string | null
  permission: string | null
  before: JsonValue
  after: JsonValue
  reason: string | null
  request: string | null
  revision: number | null
}

export interface AccessChangeFilter {
  hub?: string | readonly string[] | null
  user?: string | null
  actor?: string | null
  action?: string | null
  since?: EpochMs | null
  until?: EpochMs | null
  order?: ListOrder<'at'>
}

export interface AccessChanges extends LedgerReader<AccessChange & Chain, AccessChangeFilter> {
  /** Call it last in the transaction, because the ledger stays locked until the transaction ends. */
  append(tx: Transaction<Tables>, changes: readonly AccessChange[]): Promise<void>
}

export function createAccessChanges(store: Pick<Store, 'db' | 'kind'>): AccessChanges {
  const ledger = createLedger({ store, name: 'access_changes' })
  return {
    append: (tx, changes) => ledger.append(tx, changes.map(toFields)),
    ...presented(ledger, {
      entryOf: toEntry,
      filterOf: ({ since, until, order, user, ...equals }) => ({
        equals: { ...equals, subject: user },
        since,
        until,
        ...(order && { order }),
      }),
    }),
  }
}

const toFields = ({ at, before, after, ...rest }: AccessChange): ChainFields => ({
  ...rest,
  at_ms: at,
  before: before === null ? null : canonicalJson(before),
  after: after === null ? null : canonicalJson(after),
})

const toEntry = (row: ChainedRow): AccessChange & Chain => {
  const { seq, hash, prev_hash: _, at_ms, before, after, ...rest } = row
  return {
    ...(rest as unknown as Omit<AccessChange, 'at' | 'before' | 'after'>),
    seq,
    hash,
    at: at_ms as number,
    before: parsed(before),
    after: parsed(after),
  }
}

const parsed = (json: unknown): JsonValue => (json == null ? null : (JSON.parse(json as string) as JsonValue))
