import type { Blobs } from '#ground/blobs/blobs.ts'
import { createNamedBlobs, type NamedBlobs, type ReferenceRows } from '#ground/blobs/named.ts'
import type { NamedRows } from '#ground/blobs/named-bytes.ts'
import type { Store } from '#ground/store/store.ts'

export const createContents = (deps: {
  blobs: Blobs
  store: Pick<Store, 'db' | 'transaction'>
}): NamedBlobs => createNamedBlobs({ ...deps, references: namingOf(deps.store.db) })

const namingOf = (db: Store['db']): ReferenceRows => {
  const named = () => db.selectFrom('chat_files').select('hash')
  return {
    reserveRow: (tx, hash) =>
      tx
        .insertInto('chat_contents')
        .values({ hash })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
        .execute(),
    isNamed: async (tx, hash) => {
      const rows = tx.selectFrom('chat_files').select('name').where('hash', '=', hash)
      return (await rows.limit(1).executeTakeFirst()) !== undefined
    },
    deleteRow: (tx, hash) => tx.deleteFrom('chat_contents').where('hash', '=', hash).execute(),
    hasAny: async () => (await named().limit(1).executeTakeFirst()) !== undefined,
    findReferenced: async (hashes) =>
      new Set((await named().distinct().where('hash', 'in', hashes).execute()).map(({ hash }) => hash)),
  }
}

export const chatFileBytes: NamedRows = (db) =>
  db.selectFrom('chat_files').select(['hash', 'size', 'name']).as('named')
