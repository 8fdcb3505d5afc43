import { sql, type Kysely } from 'kysely'
import { CHATS_INDEXED } from '#ground/store/chatapp-tables.ts'
import { databaseKind } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'

/** `columns` are sorted by name, `key` by the order of the primary key. */
export interface CopiedTable {
  name: string
  columns: readonly string[]
  key: readonly string[]
}

/** Tables that are not copied: each database has its own migrations, and the web chat rebuilds the word index. */
const NOT_COPIED = /^(schema_migrations|chatapp_search|sqlite_)/

/** Excludes the progress of the word index, because the index itself is not copied either. */
export const isCopied = ({ name }: Pick<CopiedTable, 'name'>, row: Record<string, unknown>): boolean =>
  name !== 'chatapp_settings' || row['key'] !== CHATS_INDEXED.key

export async function readLayout(db: Kysely<Tables>): Promise<CopiedTable[]> {
  const { rows } = await (databaseKind(db) === 'sqlite' ? sqliteColumns : postgresColumns).execute(db)
  const byTable = Map.groupBy(
    rows.filter(({ table }) => !NOT_COPIED.test(table)),
    ({ table }) => table,
  )
  return [...byTable]
    .map(([name, columns]) => ({
      name,
      columns: columns.map(({ column }) => column).toSorted(),
      key: columns
        .filter(({ place }) => place > 0)
        .toSorted((a, b) => a.place - b.place)
        .map(({ column }) => column),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

interface Column {
  table: string
  column: string
  place: number
}

const sqliteColumns = sql<Column>`
  select tables.name as "table", columns.name as "column", columns.pk as place
  from sqlite_schema as tables join pragma_table_info(tables.name) as columns
  where tables.type = 'table'`

const postgresColumns = sql<Column>`
  select tables.relname as "table", columns.attname as "column",
    coalesce(array_position(string_to_array(keys.indkey::text, ' '), columns.attnum::text), 0) as place
  from pg_class as tables
  join pg_attribute as columns on columns.attrelid = tables.oid and columns.attnum > 0 and not columns.attisdropped
  left join pg_index as keys on keys.indrelid = tables.oid and keys.indisprimary
  where tables.relkind = 'r' and tables.relnamespace = current_schema()::regnamespace`
