import type { Blobs } from '#ground/blobs/blobs.ts'
import { createNamed, type NamedBlobs, type Naming } from '#ground/blobs/named.ts'
import type { NamedRows } from '#ground/blobs/named-bytes.ts'
import type { Store } from '#ground/store/store.ts'

export const createContents = (deps: {
  blobs: Blobs
  store: Pick<Store, 'db' | 'transaction'>
}): NamedBlobs => createNamed({ ...deps, naming: namingOf(deps.store.db) })

const namingOf = (db: Store['db']): Naming => {
  const named = () => db.selectFrom('chat_files').select('hash')
  return {
    hold: (tx, hash) =>
      tx
        .insertInto('chat_contents')
        .values({ hash })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ hash }))
        .execute(),
    isNamed: async (tx, hash) => {
      const rows = tx.selectFrom('chat_files').select('name').where('hash', '=', hash)
      return (await rows.limit(1).executeTakeFirst()) !== undefined
    },
    forget: (tx, hash) => tx.deleteFrom('chat_contents').where('hash', '=', hash).execute(),
    isAny: async () => (await named().limit(1).executeTakeFirst()) !== undefined,
    among: async (hashes) =>
      new Set((await named().distinct().where('hash', 'in', hashes).execute()).map(({ hash }) => hash)),
  }
}

export const chatFileBytes: NamedRows = (db) =>
  db.selectFrom('chat_files').select(['hash', 'size', 'name']).as('named')
