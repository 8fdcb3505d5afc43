import type { AliasedExpression } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { BlobName } from './blobs.ts'

/** A blob with the file name of a reference. */
export interface NamedBlob extends BlobName {
  name: string
}

/** Query for the rows that reference blobs, with one row per reference. */
export type NamedRows = (db: Store['db']) => AliasedExpression<NamedBlob, 'named'>

/** Lists the referenced blobs, each once. */
export function createNamedBytes({ db }: Pick<Store, 'db'>, rows: NamedRows) {
  return {
    /** The next blobs after a hash, in order of hashes. */
    after: (hash: string, limit: number): Promise<NamedBlob[]> =>
      db
        .selectFrom(rows(db))
        .select((row) => ['hash', row.fn.min('size').as('size'), row.fn.min('name').as('name')])
        .where('hash', '>', hash)
        .groupBy('hash')
        .orderBy('hash')
        .limit(limit)
        .execute(),

    isNamed: async (hash: string): Promise<boolean> =>
      (await db.selectFrom(rows(db)).select('hash').where('hash', '=', hash).limit(1).executeTakeFirst()) !==
      undefined,
  }
}
