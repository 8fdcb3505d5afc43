import { sql, type Kysely } from 'kysely'

export type Shape = ReadonlyMap<string, string>

export async function shapeOf(db: Kysely<any>): Promise<Shape> {
  const { rows: columns } = await sql<{ table: string; column: string; type: string; must: boolean }>`
    select table_name as table, column_name as column, data_type as type,
      is_nullable = 'NO' and column_default is null and is_identity = 'NO' as must
    from information_schema.columns where table_schema = current_schema()`.execute(db)
  const { rows: rules } = await sql<{ table: string; name: string; rule: string }>`
    select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as rule
    from pg_constraint c where c.connamespace = current_schema()::regnamespace and c.contype in ('c', 'f', 'x')
    union all
    select i.indrelid::regclass::text, i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid)
    from pg_index i join pg_class t on t.oid = i.indrelid
    where i.indisunique and t.relnamespace = current_schema()::regnamespace`.execute(db)
  return new Map([
    ...columns.map(({ table }) => [table, 'table'] as const),
    ...columns.map(
      ({ table, column, type, must }) => [`${table}.${column}`, must ? `${type}, needed` : type] as const,
    ),
    ...rules.map(({ table, name, rule }) => [`${table}: ${name}`, rule] as const),
  ])
}

/** A wider number and a newly nullable column are compatible. */
export function breaksBetween(before: Shape, after: Shape): string[] {
  const tableOf = (name: string) => name.split(/[.:]/)[0]!
  const isOfGone = (name: string) => tableOf(name) !== name && !after.has(tableOf(name))
  const gone = [...before].filter(([name, was]) => !isAsGood(was, after.get(name)) && !isOfGone(name))
  const needed = [...after].filter(
    ([name, is]) =>
      !before.has(name) && before.has(tableOf(name)) && (name.includes(':') || is.endsWith(', needed')),
  )
  return [...gone, ...needed].map(([name]) => name).toSorted()
}

function isAsGood(was: string, is: string | undefined): boolean {
  const [[type], [newType]] = [was.split(', needed'), (is ?? '').split(', needed')]
  const isWider = was.startsWith('integer') && newType === 'bigint'
  return (type === newType || isWider) && (was.endsWith(', needed') || !is!.endsWith(', needed'))
}

export async function heldTables(tx: Kysely<any>, before: Shape): Promise<string[]> {
  const { rows } = await sql<{ table: string }>`
    select distinct l.relation::regclass::text as table
    from pg_locks l join pg_class c on c.oid = l.relation
    where l.pid = pg_backend_pid() and c.relkind = 'r'
      and l.mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')`.execute(
    tx,
  )
  return rows.map(({ table }) => table).filter((table) => before.has(table))
}
