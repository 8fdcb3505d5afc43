import { sql, type Kysely } from 'kysely'
import { databaseKind } from '#ground/store/kind.ts'

/** Includes names, types, defaults and column order. Ignores quotes and white space of SQLite's definitions. */
export async function objectsOf(db: Kysely<any>): Promise<string[]> {
  const { rows } = await sql<{
    line: string
  }>`${sql.raw(databaseKind(db) === 'sqlite' ? SQLITE : POSTGRES)}`.execute(db)
  return rows
    .map(({ line }) => line.replaceAll('"', '').replaceAll(/\s+/g, ' ').toLowerCase().trim())
    .toSorted()
}

const SQLITE = `
  select 'column ' || t.name || '.' || c.name || ' ' || c.cid || ' ' || c.type || ' not null ' || c."notnull"
    || ' default ' || coalesce(c.dflt_value, '') || ' key ' || c.pk || ' hidden ' || c.hidden as line
  from sqlite_schema t join pragma_table_xinfo(t.name) c where t.type = 'table'
  union all
  select 'index ' || t.name || ' ' || case when i.origin = 'c' then i.name else '' end || ' unique ' || i."unique"
    || ' ' || i.origin || ' (' || (select group_concat(coalesce(x.name, '') || ' ' || x."desc" || ' ' || x.coll, ', ')
      from pragma_index_xinfo(i.name) x where x.key = 1) || ')'
  from sqlite_schema t join pragma_index_list(t.name) i where t.type = 'table'
  union all
  select 'condition ' || name || substr(sql, instr(lower(sql), ' where '))
  from sqlite_schema where type = 'index' and instr(lower(sql), ' where ') > 0
  union all
  select 'reference ' || t.name || '.' || f."from" || ' ' || f."table" || '.' || f."to" || ' ' || f.on_delete
    || ' ' || f.on_update
  from sqlite_schema t join pragma_foreign_key_list(t.name) f where t.type = 'table'
  union all
  select type || ' ' || name || ' ' || sql from sqlite_schema
  where type in ('trigger', 'view') or sql like 'create virtual%' or sql like '%autoincrement%'
  union all
  select 'search ' || k || ' ' || v from chatapp_search_words_config
  union all select 'row ' || hub || mode || revision || was_administered || created_at_ms from access_policies
  union all select 'row ' || ledger || count || hash from audit_heads
  union all select 'row ' || name || value from people_progress`

const POSTGRES = `
  with own as (select oid, relname, relkind from pg_class where relnamespace = current_schema()::regnamespace)
  select 'column ' || own.relname || '.' || a.attname || ' ' || a.attnum || ' ' || format_type(a.atttypid, a.atttypmod)
    || ' not null ' || a.attnotnull || ' default ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
    || ' identity ' || a.attidentity::text || ' collation ' || a.attcollation as line
  from own join pg_attribute a on a.attrelid = own.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where own.relkind in ('r', 'v', 'S')
  union all
  select 'constraint ' || conname || ' ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid)
  from pg_constraint where connamespace = current_schema()::regnamespace
  union all
  select 'index ' || pg_get_indexdef(own.oid) from own where own.relkind = 'i'
  union all
  select 'trigger ' || pg_get_triggerdef(g.oid) from pg_trigger g join own on own.oid = g.tgrelid
  where not g.tgisinternal
  union all
  select 'function ' || pg_get_functiondef(oid) from pg_proc where pronamespace = current_schema()::regnamespace
  union all select 'row ' || hub || mode || revision || was_administered || created_at_ms from access_policies
  union all select 'row ' || ledger || count || hash from audit_heads
  union all select 'row ' || name || value from people_progress`
