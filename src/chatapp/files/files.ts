import type { Readable } from 'node:stream'
import { sql, type Selectable } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Blobs, OpenBlob, ReceivedBlob } from '#ground/blobs/blobs.ts'
import type { NamedRows } from '#ground/blobs/named-bytes.ts'
import { sweepUnreferenced, type BlobReferences } from '#ground/blobs/sweeps.ts'
import { newId } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { sniffedType } from '#ground/base/files/sniffed-type.ts'
import { safeFilename } from './names.ts'

/** Times are epoch seconds. */
export interface StoredFile {
  id: string
  ownerId: string
  filename: string
  contentType: string
  size: number
  hash: string
  createdAt: number
  updatedAt: number
}

export interface OpenChatappFile {
  file: StoredFile
  content: OpenBlob & { size: number; version: string }
}

export type ChatappFiles = ReturnType<typeof createChatappFiles>

interface FilesDeps {
  store: Store
  clock: Clock
  blobs: Blobs
}

/** Functions with an `ownerId` treat a file of another owner as missing. */
export const createChatappFiles = (deps: FilesDeps) => ({
  ...readingOf(deps),
  ...savingOf(deps),
  ...renamingOf(deps),
})

function readingOf({ store: { db }, blobs }: FilesDeps) {
  const find = async (ownerId: string, id: string): Promise<StoredFile | null> => {
    const row = await db
      .selectFrom('chatapp_files')
      .selectAll()
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return row ? fileOf(row) : null
  }

  return {
    find,

    /** @param listing.filename Ignores case; `*` matches any characters */
    async list(
      ownerId: string,
      { filename, offset, limit }: { filename?: string; offset: number; limit: number },
    ): Promise<StoredFile[]> {
      let query = db.selectFrom('chatapp_files').selectAll().where('user_id', '=', ownerId)
      if (filename !== undefined)
        query = query.where(sql<boolean>`lower(filename) like ${patternOf(filename)} escape '\\'`)
      const rows = await query
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .offset(offset)
        .limit(limit)
        .execute()
      return rows.map(fileOf)
    },

    async count(ownerId: string): Promise<number> {
      const { total } = await db
        .selectFrom('chatapp_files')
        .select((select) => select.fn.countAll<number>().as('total'))
        .where('user_id', '=', ownerId)
        .executeTakeFirstOrThrow()
      return total
    },

    async describe(ownerId: string, ids: readonly string[]): Promise<Result<AttachedFile[], 'file_missing'>> {
      const found = await Promise.all(ids.map((id) => find(ownerId, id)))
      return found.every((file) => file !== null)
        ? accepted(found.map(attachedFile))
        : refused('file_missing')
    },

    /** Null if the file has another owner or was deleted. @throws BlobStorageUnavailable, BlobDamaged */
    async open(ownerId: string, id: string): Promise<OpenChatappFile | null> {
      const file = await find(ownerId, id)
      const opened = file && (await blobs.open(file))
      return opened && { file, content: { size: file.size, version: file.hash, ...opened } }
    },
  }
}

function savingOf(deps: FilesDeps) {
  const { store, clock, blobs } = deps
  const { db } = store
  let turn: Promise<unknown> = Promise.resolve()
  /** Runs one `work` at a time, because file contents must not be removed while a new file starts to use them. */
  const exclusively = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work)
    turn = result.catch(() => {})
    return result
  }

  const removeRecords = (ownerId: string, ids: readonly string[]): Promise<void> =>
    exclusively(async () => {
      for (const id of ids) {
        const row = await db
          .deleteFrom('chatapp_files')
          .where('id', '=', id)
          .where('user_id', '=', ownerId)
          .returning('hash')
          .executeTakeFirst()
        if (row) await removeUnnamed(deps, row.hash)
      }
    })

  return {
    /**
     * Stores nothing if `isWhole` returns false after the upload, or if the account was deleted meanwhile. @throws
     * BlobStorageUnavailable
     */
    async save(
      ownerId: string,
      upload: {
        bytes: Readable
        filename: string
        declaredType: string | undefined
        isWhole(): boolean
        id?: string
        /** Creation time of an imported file, epoch seconds. */
        createdAt?: number | null
      },
    ): Promise<Result<StoredFile, 'file_too_large' | 'session_gone'>> {
      const received = await blobs.receive(upload.bytes)
      if (!upload.isWhole()) {
        await received.discard()
        return refused('file_too_large')
      }
      await received.upload().catch(async (error: unknown) => {
        await received.discard()
        throw error
      })
      const filename = safeFilename(upload.filename)
      const contentType = await sniffedType({
        head: received.head,
        declared: upload.declaredType,
        filename,
      })
      const now = epochSeconds(clock)
      const row = {
        id: upload.id ?? newId(),
        user_id: ownerId,
        filename,
        content_type: contentType,
        size: received.size,
        hash: received.hash,
        meta: '{}',
        created_at: upload.createdAt ?? now,
        updated_at: now,
      }
      const isRecorded = await exclusively(() => record(deps, row, received))
      return isRecorded ? accepted(fileOf(row)) : refused('session_gone')
    },

    remove: removeRecords,

    sweep: (signal: AbortSignal): Promise<void> =>
      sweepUnreferenced(
        blobs,
        { ...namesOf(db), release: (hash) => exclusively(() => removeUnnamed(deps, hash)) },
        signal,
      ),

    async removeAllOf(ownerId: string): Promise<void> {
      const rows = await db.selectFrom('chatapp_files').select('id').where('user_id', '=', ownerId).execute()
      await removeRecords(
        ownerId,
        rows.map(({ id }) => id),
      )
    },
  }
}

const renamingOf = ({ store: { db }, clock }: FilesDeps) => ({
  async rename(ownerId: string, id: string, filename: string): Promise<StoredFile | null> {
    const row = await db
      .updateTable('chatapp_files')
      .set({ filename: safeFilename(filename), updated_at: epochSeconds(clock) })
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .returningAll()
      .executeTakeFirst()
    return row ? fileOf(row) : null
  },
})

const patternOf = (filename: string): string =>
  filename
    .toLowerCase()
    .replaceAll(/[\\%_]/g, '\\$&')
    .replaceAll('*', '%')

const namesOf = (db: Store['db']): Omit<BlobReferences, 'release'> => {
  const named = () => db.selectFrom('chatapp_files').select('hash')
  return {
    hasAny: async () => (await named().limit(1).executeTakeFirst()) !== undefined,
    findReferenced: async (hashes) =>
      new Set((await named().distinct().where('hash', 'in', hashes).execute()).map(({ hash }) => hash)),
  }
}

export const attachedBytes: NamedRows = (db) =>
  db.selectFrom('chatapp_files').select(['hash', 'size', 'filename as name']).as('named')

type Row = Selectable<Tables['chatapp_files']>

async function record(deps: FilesDeps, row: Row, received: ReceivedBlob): Promise<boolean> {
  const { db } = deps.store
  try {
    await deps.store.transaction(async (tx) => {
      await received.commit(tx)
      await tx.insertInto('chatapp_files').values(row).execute()
    })
    return true
  } catch (error) {
    await removeUnnamed(deps, row.hash)
    const owner = db.selectFrom('chatapp_users').select('id').where('id', '=', row.user_id)
    if ((await owner.executeTakeFirst()) !== undefined) throw error
    return false
  }
}

async function removeUnnamed({ store, blobs }: FilesDeps, hash: string): Promise<void> {
  const removed = await store.transaction(async (tx) => {
    const named = await tx
      .selectFrom('chatapp_files')
      .select('id')
      .where('hash', '=', hash)
      .limit(1)
      .executeTakeFirst()
    return named ? null : blobs.remove(tx, hash)
  })
  await removed?.()
}

export const attachedFile = (file: StoredFile): AttachedFile => ({
  id: file.id,
  name: file.filename,
  content_type: file.contentType,
  size: file.size,
})

const fileOf = (row: Selectable<Tables['chatapp_files']>): StoredFile => ({
  id: row.id,
  ownerId: row.user_id,
  filename: row.filename,
  contentType: row.content_type,
  size: row.size,
  hash: row.hash,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
