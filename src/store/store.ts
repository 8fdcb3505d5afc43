import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

export type StoreLocation = { kind: 'sqlite'; path: string } | { kind: 'postgres'; url: string }

/** The operational store. The same schema and the same promises on SQLite and on Postgres. */
export interface Store extends AsyncDisposable {
  readonly kind: StoreLocation['kind']
  readonly db: Kysely<Tables>
  /**
   * Run `work` in one transaction that takes the write lock at once (SQLite) or runs at the default level (Postgres:
   * read-then-update must lock its rows with `forUpdate` or compare in `where`).
   */
  transaction<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>
}

/** Open the store and bring it to the newest schema, under a lock when several processes start at once. */
export declare function openStore(location: StoreLocation): Promise<Store>
