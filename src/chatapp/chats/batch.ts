import { sql } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { BEING_REMOVED_AT } from './deletions.ts'

export type BatchChange = { archived: boolean } | { pinned: boolean } | { folderId: string | null }

export interface BatchParts {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
}

export type Batches = ReturnType<typeof createBatches>

export function createBatches({ store, clock }: BatchParts) {
  const theirs = (ownerId: string, ids: readonly string[]) =>
    store.db.updateTable('chatapp_chats').where('user_id', '=', ownerId).where('id', 'in', ids)
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
  return {
    async change(ownerId: string, ids: readonly string[], change: BatchChange): Promise<string[]> {
      return idsOf(
        await theirs(ownerId, ids)
          .set(columnsOf(change))
          .where('deleted_at', 'is', null)
          .returning('id')
          .execute(),
      )
    },

    async markDeleted(ownerId: string, ids: readonly string[]): Promise<string[]> {
      return idsOf(
        await theirs(ownerId, ids)
          .set({ deleted_at: epochSeconds(clock) })
          .where('deleted_at', 'is', null)
          .returning('id')
          .execute(),
      )
    },

    async restore(ownerId: string, ids: readonly string[]): Promise<string[]> {
      return idsOf(
        await theirs(ownerId, ids)
          .set({ deleted_at: null })
          .where('deleted_at', '>', BEING_REMOVED_AT)
          .returning('id')
          .execute(),
      )
    },
  }
}

const columnsOf = (change: BatchChange) => {
  if ('archived' in change) return { archived: sql.lit(change.archived ? 1 : 0) }
  if ('pinned' in change) return { pinned: sql.lit(change.pinned ? 1 : 0) }
  return { folder_id: change.folderId }
}
