import type { AliasedExpression } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { BlobName } from './blobs.ts'

export interface NamedBlob extends BlobName {
  name: string
}

export type NamedRows = (db: Store['db']) => AliasedExpression<NamedBlob, 'named'>

export function createNamedBytes({ db }: Pick<Store, 'db'>, rows: NamedRows) {
  return {
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
