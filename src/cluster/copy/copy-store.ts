import { sql, type Kysely, type Transaction } from 'kysely'
import { createBulkInsert } from '#ground/store/bulk-insert.ts'
import { CHATS_INDEXED } from '#ground/store/chatapp-tables.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { readLayout, type CopiedTable } from './layout.ts'
import { createSummer, pagesOf, sumOf, type CopiedRow, type RowSum } from './rows.ts'
import { dropConstraints } from './drop-constraints.ts'

export interface Copied extends RowSum {
  table: string
}

export interface CopyOptions {
  from: Store
  to: Store
  /** Throws if an instance uses the source. After the call, no instance can start on the source. */
  refuse(from: Kysely<Tables>): Promise<void>
  onTable(copied: Copied): void
}

/**
 * If the copy cannot be completed and verified, nothing is copied. No process may write to either database meanwhile.
 * @returns `there` if the target already has the same rows.
 * @throws StoresDiffer if the tables differ, StoreNotEmpty if the target has other rows.
 */
export async function copyStore({ from, to, refuse, onTable }: CopyOptions): Promise<'copied' | 'there'> {
  const tables = await readLayout(from.db)
  if (JSON.stringify(tables) !== JSON.stringify(await readLayout(to.db))) throw new StoresDiffer()
  const result = await reading(from, async (source) => {
    await refuse(source)
    return to.transaction(async (target) => {
      if (to.kind === 'postgres') await disableTimeouts(target)
      const filled = await firstFilled(target, tables)
      if (filled !== null) {
        await compareAll({ source, target, tables, onTable, filled })
        return 'there'
      }
      const restoreConstraints = await dropConstraints(target)
      for (const table of tables) onTable(await copyTable(source, target, table))
      await restoreConstraints()
      await scheduleWordIndex(target)
      return 'copied'
    })
  })
  if (to.kind === 'postgres') await sql`analyze`.execute(to.db) // otherwise, new tables would have no statistics for about a minute
  return result
}

export async function countRows({ db }: Pick<Store, 'db'>): Promise<{ table: string; rows: number }[]> {
  const counts = []
  for (const { name } of await readLayout(db)) {
    const { rows } = await sql<{ rows: number }>`select count(*) as rows from ${sql.table(name)}`.execute(db)
    counts.push({ table: name, rows: rows[0]!.rows })
  }
  return counts
}

export class StoresDiffer extends Error {
  constructor() {
    super(
      'the two databases have different tables: start this release, or the newest release that either database has seen, once on both',
    )
    this.name = 'StoresDiffer'
  }
}

export class StoreNotEmpty extends Error {
  constructor(table: string) {
    super(`the target database is not empty: ${table} has rows that the source does not have`)
    this.name = 'StoreNotEmpty'
  }
}

const reading = <T>(store: Store, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  store.kind === 'sqlite'
    ? store.transaction(work)
    : store.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          await disableTimeouts(tx)
          await sql`lock table machines in share mode`.execute(tx)
          return work(tx)
        })

/** Disables timeouts, because a statement may read a whole table while the connection to the other database waits. */
async function disableTimeouts(tx: Transaction<Tables>): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
}

/** Tables into which migrations insert rows. */
const MADE_WITH_ROWS: ReadonlySet<string> = new Set([
  'access_policies',
  'audit_heads',
  'people_progress',
  'notice_rounds',
])

async function firstFilled(db: Kysely<Tables>, tables: readonly CopiedTable[]): Promise<string | null> {
  for (const { name } of tables) {
    if (MADE_WITH_ROWS.has(name)) continue
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
    if (rows.length > 0) return name
  }
  return null
}

interface Comparison {
  source: Kysely<Tables>
  target: Kysely<Tables>
  tables: readonly CopiedTable[]
  onTable: CopyOptions['onTable']
  filled: string
}

async function compareAll({ source, target, tables, onTable, filled }: Comparison): Promise<void> {
  const isFilled = ({ name }: CopiedTable) => Number(name === filled)
  for (const table of tables.toSorted((a, b) => isFilled(b) - isFilled(a))) {
    const there = await sumOf(target, table)
    if (there.digest !== (await sumOf(source, table)).digest) throw new StoreNotEmpty(table.name)
    onTable({ table: table.name, ...there })
  }
}

async function copyTable(
  source: Kysely<Tables>,
  target: Transaction<Tables>,
  table: CopiedTable,
): Promise<Copied> {
  const { name } = table
  const insert = createBulkInsert<CopiedRow, unknown>((tx, rows) =>
    tx.insertInto(name as keyof Tables).values(rows),
  )
  const read = createSummer(table)
  await sql`delete from ${sql.table(name)}`.execute(target)
  for await (const rows of pagesOf(source, table)) {
    read.add(rows)
    await insert(target, rows)
  }
  const written = await sumOf(target, table)
  if (written.digest !== read.sum().digest || written.rows !== read.sum().rows)
    throw new Error(`the copied table ${name} differs from its source`)
  return { table: name, ...written }
}

const scheduleWordIndex = (tx: Transaction<Tables>) =>
  sql`insert into chatapp_settings (key, value)
    select ${CHATS_INDEXED.key}, ${CHATS_INDEXED.none} where exists (select 1 from chatapp_chats)`.execute(tx)
