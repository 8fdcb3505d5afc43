import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { ORGANIZATION } from '#core/access/permission.ts'
import { EVERYONE } from '#core/access/subject.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { AccountRole, AccountStatus } from './schema.ts'
import { prefixUpperBound, searchedWords } from './search-words.ts'

export interface Condition {
  /** May contain duplicates. */
  everyone(db: Kysely<Tables>): Subjects
  /** Avoids `exists`, because Postgres would turn it into a join that reads all people. */
  isMetBy(subject: RawBuilder<string>): RawBuilder<SqlBool>
}

type Subjects = SelectQueryBuilder<Tables, keyof Tables, { subject: string }>

export interface AccountFilter {
  status?: AccountStatus | undefined
  role?: AccountRole | undefined
}

export const hasAccountLike = ({ status, role }: AccountFilter): Condition => ({
  everyone(db) {
    let query = db.selectFrom('people').select('people.subject')
    if (status) query = query.where('people.status', '=', status)
    if (role) query = query.where('people.role', '=', role)
    return query
  },
  isMetBy(subject) {
    const asked = [
      ...(status ? [sql<SqlBool>`p.status = ${status}`] : []),
      ...(role ? [sql<SqlBool>`p.role = ${role}`] : []),
    ]
    // The condition is a range, because for an equality SQLite would read the whole row instead of the account's
    // index.
    return isThere(
      sql`from people as p where p.subject between ${subject} and ${subject} and ${sql.join(asked, sql` and `)}`,
    )
  },
})

export const hasWord = (word: string): Condition => ({
  everyone: (db) =>
    db
      .selectFrom('people_words')
      .select('subject')
      .where('word', '>=', word)
      .where('word', '<', prefixUpperBound(word)),
  isMetBy: (subject) =>
    isThere(
      sql`from people_words as w where w.subject = ${subject} and w.word >= ${word} and w.word < ${prefixUpperBound(word)}`,
    ),
})

export function foundBy(q: string | undefined): Condition['isMetBy'] | undefined {
  const words = searchedWords(q).map(hasWord)
  if (words.length === 0) return undefined
  return (subject) =>
    sql<SqlBool>`(${sql.join(
      words.map(({ isMetBy }) => isMetBy(subject)),
      sql` and `,
    )})`
}

export interface GrantFilter {
  /** Grants on one of these Hubs or on the organization; null for grants anywhere. */
  hubs: readonly string[] | null
  permission?: string | undefined
}

export const hasGrant = ({ hubs, permission }: GrantFilter): Condition => {
  const asked = hubs && [...new Set([...hubs, ORGANIZATION])]
  return {
    everyone(db) {
      let query = db.selectFrom('access_grants').select('subject').where('subject', '!=', EVERYONE)
      if (asked) query = query.where('hub', 'in', asked)
      if (permission) query = query.where('permission', '=', permission)
      return query
    },
    isMetBy(subject) {
      // `|| ''` disables the index on Hubs, so the database reads a person's few grants instead of searching each
      // Hub.
      const where = [
        sql`g.subject = ${subject}`,
        ...(asked ? [sql`g.hub || '' in (${sql.join(asked)})`] : []),
        ...(permission ? [sql`g.permission || '' = ${permission}`] : []),
      ]
      return isThere(sql`from access_grants as g where ${sql.join(where, sql` and `)}`)
    },
  }
}

const isThere = (source: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`(select 1 ${source} limit 1) is not null`
