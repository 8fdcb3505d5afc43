import { sql, type Kysely, type RawBuilder } from 'kysely'
import { parseSearchTerms } from '#ground/base/search-terms.ts'
import { databaseKind } from '#ground/store/kind.ts'
import type { Tables } from '#ground/store/tables.ts'

type Db = Kysely<Tables>

export interface SearchRequest {
  query: string
  limit: number
  /** Such as `files/hr`; null: all files. */
  folder: string | null
  /** Folders that the caller may read. */
  readable: readonly string[]
}

export interface FoundPassage {
  path: string
  firstLine: number
  lastLine: number
  text: string
}

/** More frequent words are ignored if the query has rarer words, because ranking all their passages is slow. */
const MAX_MATCHES = 5000

/**
 * Finds passages with all words of the query, best first; then passages with some of them. Each word also matches
 * longer words that begin with it.
 */
export async function searchPassages(db: Db, hub: string, request: SearchRequest): Promise<FoundPassage[]> {
  const terms = await withoutFrequent(db, parseSearchTerms('', request.query)) // only letters, digits and `_`, so no operators
  if (terms.length === 0) return []
  const all = await matches(db, hub, request, { terms, isAll: true })
  if (all.length >= request.limit || terms.length === 1) return all.map(foundOf)
  const some = await matches(db, hub, request, { terms, isAll: false })
  const ids = new Set(all.map(({ id }) => id))
  return [...all, ...some.filter(({ id }) => !ids.has(id))].slice(0, request.limit).map(foundOf)
}

interface WeightedTerm {
  term: string
  /** Rarer words have more weight. */
  weight: number
}

async function withoutFrequent(db: Db, terms: readonly string[]): Promise<WeightedTerm[]> {
  if (terms.length === 0) return []
  const { passagesOf } = dialectOf(db)
  const counts = terms.map(
    (term) =>
      sql`(select count(*) from (${passagesOf(queryOf(db, [term], true))} limit ${sql.lit(MAX_MATCHES + 1)}) as matches)`,
  )
  const columns = counts.map((count, n) => sql`${count} as ${sql.ref(`n${n}`)}`)
  const { rows } = await sql<Record<string, number | string>>`select ${sql.join(columns)}`.execute(db)
  const weighted = terms.map((term, n) => {
    const count = Number(rows[0]![`n${n}`])
    return { term, count, weight: Math.log(1 + MAX_MATCHES / (count + 1)) }
  })
  const rarer = weighted.filter(({ count }) => count <= MAX_MATCHES)
  return rarer.length > 0 ? rarer : weighted
}

interface Row {
  id: number | string
  path: string
  first_line: number
  last_line: number
  text: string
}

const foundOf = ({ path, first_line, last_line, text }: Row): FoundPassage => ({
  path,
  firstLine: first_line,
  lastLine: last_line,
  text,
})

async function matches(
  db: Db,
  hub: string,
  { limit, folder, readable }: SearchRequest,
  { terms, isAll }: { terms: readonly WeightedTerm[]; isAll: boolean },
): Promise<Row[]> {
  const query = queryOf(
    db,
    terms.map(({ term }) => term),
    isAll,
  )
  const { from, order } = dialectOf(db)
  const { rows } = await sql<Row>`
    select passage.id, document.path, passage.first_line, passage.last_line, passage.text
    ${from(query)}
    join knowledge_documents as document on document.id = passage.document_id
    and document.hub = ${hub} and document.state = 'read'
    ${folder === null ? sql`` : sql`and (document.path = ${folder} or ${isBelow(folder)})`}
    and (${sql.join(readable.map(isBelow), sql` or `)})
    order by ${order(terms)}, passage.id limit ${sql.lit(limit)}`.execute(db)
  return rows
}

const isBelow = (folder: string) =>
  sql<boolean>`substr(document.path, 1, ${sql.lit([...folder].length + 1)}) = ${`${folder}/`}`

const queryOf = (db: Db, terms: readonly string[], isAll: boolean): string =>
  databaseKind(db) === 'postgres'
    ? terms.map((term) => `${term}:*`).join(isAll ? ' & ' : ' | ')
    : terms.map((term) => `"${term}" *`).join(isAll ? ' AND ' : ' OR ')

interface Dialect {
  passagesOf(query: string): RawBuilder<unknown>
  from(query: string): RawBuilder<unknown>
  order(terms: readonly WeightedTerm[]): RawBuilder<unknown>
}

const SQLITE: Dialect = {
  passagesOf: (query) => sql`select rowid from knowledge_words where knowledge_words match ${query}`,
  from: (query) => sql`
    from (select rowid as id, rank as score from knowledge_words where knowledge_words match ${query}) as word
    cross join knowledge_passages as passage on passage.id = word.id`,
  order: () => sql`word.score`,
}

/** Postgres ranks no rare words higher, so this rank does. Of passages with the same words, the shorter is better. */
const POSTGRES: Dialect = {
  passagesOf: (query) => sql`select 1 from knowledge_passages where words @@ ${query}::tsquery`,
  from: (query) => sql`
    from (select * from knowledge_passages where words @@ ${query}::tsquery) as passage`,
  order: (terms) =>
    sql`${sql.join(
      terms.map(
        ({ term, weight }) =>
          sql`case when passage.words @@ ${`${term}:*`}::tsquery then ${sql.lit(weight)} else 0 end`,
      ),
      sql` + `,
    )} desc, length(passage.words)`,
}

const dialectOf = (db: Db): Dialect => (databaseKind(db) === 'postgres' ? POSTGRES : SQLITE)
