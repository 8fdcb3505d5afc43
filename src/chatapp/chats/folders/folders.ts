import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockAccount } from '#chatapp/accounts/lock.ts'

/** Times are epoch seconds. */
export interface Folder {
  id: string
  ownerId: string
  parentId: string | null
  name: string
  isExpanded: boolean
  createdAt: number
  updatedAt: number
}

export type FolderRefusal = 'folder_missing' | 'folder_exists' | 'folder_too_deep' | 'too_many_folders'

const MAX_FOLDERS = 200

export interface FoldersParts {
  store: Store
  clock: Clock
}

export type ChatFolders = ReturnType<typeof createFolders>

/** Folders have two levels. Names are unique within a parent folder, ignoring case. */
export function createFolders({ store, clock }: FoldersParts) {
  /** Serializes the changes of one owner, because each change is checked against all folders of the owner. */
  const changing = <T>(ownerId: string, work: (tx: Tx, known: readonly Folder[]) => Promise<T>): Promise<T> =>
    store.transaction(async (tx) => {
      await lockAccount(tx, ownerId)
      return work(tx, await foldersOf(tx, ownerId))
    })
  const change = (ownerId: string, id: string, wanted: Partial<Pick<Folder, 'name' | 'parentId'>>) =>
    changing(ownerId, async (tx, known): Promise<Result<Folder, FolderRefusal>> => {
      const before = known.find((folder) => folder.id === id)
      if (!before) return refused('folder_missing')
      const after = { ...before, ...wanted, updatedAt: epochSeconds(clock) }
      const refusal = refusalOf(after, known)
      if (refusal) return refused(refusal)
      await tx.updateTable('chatapp_folders').set(rowOf(after)).where('id', '=', id).execute()
      return accepted(after)
    })

  return {
    list: (ownerId: string) => foldersOf(store.db, ownerId),

    async find(ownerId: string, id: string): Promise<Folder | null> {
      return (await foldersOf(store.db, ownerId)).find((folder) => folder.id === id) ?? null
    },

    create: (ownerId: string, { name, parentId }: Pick<Folder, 'name' | 'parentId'>) =>
      changing(ownerId, async (tx, known): Promise<Result<Folder, FolderRefusal>> => {
        if (known.length >= MAX_FOLDERS) return refused('too_many_folders')
        const now = epochSeconds(clock)
        const made = {
          id: newId(),
          ownerId,
          name,
          parentId,
          isExpanded: true,
          createdAt: now,
          updatedAt: now,
        }
        const refusal = refusalOf(made, known)
        if (refusal) return refused(refusal)
        await tx.insertInto('chatapp_folders').values(rowOf(made)).execute()
        return accepted(made)
      }),

    rename: (ownerId: string, id: string, name: string) => change(ownerId, id, { name }),
    move: (ownerId: string, id: string, parentId: string | null) => change(ownerId, id, { parentId }),

    async expand(ownerId: string, id: string, isExpanded: boolean): Promise<Folder | null> {
      const row = await store.db
        .updateTable('chatapp_folders')
        .set({ is_expanded: isExpanded ? 1 : 0 })
        .where('id', '=', id)
        .where('user_id', '=', ownerId)
        .returningAll()
        .executeTakeFirst()
      return row ? folderOf(row) : null
    },

    /** Foreign keys move the folder's subfolders and chats to the top level. */
    async remove(ownerId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await store.db
        .deleteFrom('chatapp_folders')
        .where('id', '=', id)
        .where('user_id', '=', ownerId)
        .executeTakeFirst()
      return numDeletedRows > 0n
    },

    async chatsIn(ownerId: string, id: string): Promise<string[]> {
      const rows = await store.db
        .selectFrom('chatapp_chats')
        .select('id')
        .where('folder_id', '=', id)
        .where('user_id', '=', ownerId)
        .where('deleted_at', 'is', null)
        .execute()
      return rows.map((row) => row.id)
    },
  }
}

type Tx = Transaction<Tables>

async function foldersOf(db: Store['db'], ownerId: string): Promise<Folder[]> {
  const rows = await db.selectFrom('chatapp_folders').selectAll().where('user_id', '=', ownerId).execute()
  return rows.map(folderOf).toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1))
}

function refusalOf(folder: Folder, known: readonly Folder[]): FolderRefusal | null {
  const others = known.filter(({ id }) => id !== folder.id)
  if (folder.parentId !== null) {
    const parent = known.find(({ id }) => id === folder.parentId)
    if (!parent) return 'folder_missing'
    const hasFolders = others.some(({ parentId }) => parentId === folder.id)
    if (parent.parentId !== null || parent.id === folder.id || hasFolders) return 'folder_too_deep'
  }
  const name = folder.name.toLowerCase()
  const isTaken = others.some(
    (other) => other.parentId === folder.parentId && other.name.toLowerCase() === name,
  )
  return isTaken ? 'folder_exists' : null
}

const folderOf = (row: Selectable<Tables['chatapp_folders']>): Folder => ({
  id: row.id,
  ownerId: row.user_id,
  parentId: row.parent_id,
  name: row.name,
  isExpanded: row.is_expanded === 1,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})

const rowOf = (folder: Folder) => ({
  id: folder.id,
  user_id: folder.ownerId,
  parent_id: folder.parentId,
  name: folder.name,
  is_expanded: folder.isExpanded ? 1 : 0,
  created_at: folder.createdAt,
  updated_at: folder.updatedAt,
})
