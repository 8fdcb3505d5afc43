import { sql, type Transaction } from 'kysely'
import type { ListedFile } from '#core/agent/tools/files/list.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import { termsOf } from '#ground/base/search-terms.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { databaseKind } from '#ground/store/kind.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Passage } from './passages.ts'

type Tx = Transaction<Tables>

export interface ReadFile extends ListedFile {
  passages: readonly Passage[]
  /** Why the file has no passages; null if it was read. */
  reason: string | null
}

/** Limits the time that one commit blocks the event loop. */
const MAX_PASSAGES_PER_COMMIT = 40

export type Documents = ReturnType<typeof createDocuments>

/**
 * Replaces a document in these steps, so that a search finds either all old or all new passages:
 *
 * 1. Insert a document in state `reading` with its passages, in several transactions if there are many.
 * 2. In one transaction, the old document becomes `removed` and the new document `read`.
 * 3. Delete removed documents in portions. After a crash, the next comparison does it.
 */
export function createDocuments({ store, hub }: { store: Pick<Store, 'db' | 'transaction'>; hub: string }) {
  const ofHub = () => store.db.selectFrom('knowledge_documents').where('hub', '=', hub)

  const start = async (tx: Tx, { path, size, modifiedMs, reason }: ReadFile): Promise<string> => {
    const id = newOrderedId()
    const row = { id, hub, path, size, modified_ms: modifiedMs, state: 'reading', reason }
    await tx.insertInto('knowledge_documents').values(row).execute()
    return id
  }
  const finish = async (tx: Tx, id: string, { path, reason }: ReadFile): Promise<void> => {
    await tx
      .updateTable('knowledge_documents')
      .set({ state: 'removed' })
      .where('hub', '=', hub)
      .where('state', 'in', ['read', 'failed'])
      .where('path', '=', path)
      .execute()
    await tx
      .updateTable('knowledge_documents')
      .set({ state: reason === null ? 'read' : 'failed' })
      .where('id', '=', id)
      .execute()
  }

  return {
    async known(): Promise<Map<string, { size: number; modifiedMs: number }>> {
      const rows = await ofHub()
        .where('state', 'in', ['read', 'failed'])
        .select(['path', 'size', 'modified_ms'])
        .execute()
      return new Map(rows.map((row) => [row.path, { size: row.size, modifiedMs: row.modified_ms }]))
    },

    async hasAny(): Promise<boolean> {
      return (
        (await ofHub().where('state', '=', 'read').select('id').limit(1).executeTakeFirst()) !== undefined
      )
    },

    async replace(files: readonly ReadFile[]): Promise<void> {
      const small = files.filter(({ passages }) => passages.length <= MAX_PASSAGES_PER_COMMIT)
      const prepared = await Promise.all(
        small.map(async (file) => ({ file, rows: await termed(file.passages) })),
      )
      await store.transaction(async (tx) => {
        for (const { file, rows } of prepared) {
          const id = await start(tx, file)
          await insertPassages(tx, id, rows)
          await finish(tx, id, file)
        }
      })
      for (const file of files.filter((one) => !small.includes(one))) {
        const id = await store.transaction((tx) => start(tx, file))
        for (let at = 0; at < file.passages.length; at += MAX_PASSAGES_PER_COMMIT) {
          const rows = await termed(file.passages.slice(at, at + MAX_PASSAGES_PER_COMMIT))
          await store.transaction((tx) => insertPassages(tx, id, rows))
        }
        await store.transaction((tx) => finish(tx, id, file))
      }
    },

    async remove(paths: readonly string[]): Promise<void> {
      for (let at = 0; at < paths.length; at += PATHS_PER_STATEMENT)
        await store.db
          .updateTable('knowledge_documents')
          .set({ state: 'removed' })
          .where('hub', '=', hub)
          .where('state', 'in', ['read', 'failed'])
          .where('path', 'in', paths.slice(at, at + PATHS_PER_STATEMENT))
          .execute()
    },

    /** Deletes the removed documents, and documents that a stopped instance did not read completely. */
    async deleteRemoved(signal: AbortSignal): Promise<void> {
      const rows = await ofHub().where('state', 'in', ['removed', 'reading']).select('id').execute()
      for (const { id } of rows) {
        while (!signal.aborted && (await deletePassages(store, id)) > 0);
        if (signal.aborted) return
        await store.db.deleteFrom('knowledge_documents').where('id', '=', id).execute()
      }
    },
  }
}

const PATHS_PER_STATEMENT = 200
/** Otherwise FTS5 merges many pages in one commit, which blocks the event loop. */
const PAGES_PER_MERGE = 64

type TermedPassage = Passage & { terms: readonly string[] }

const termed = (passages: readonly Passage[]): Promise<TermedPassage[]> =>
  Promise.all(
    passages.map(async (passage) => ({ ...passage, terms: await termsOf('', passage.text, processTurns) })),
  )

async function insertPassages(tx: Tx, documentId: string, passages: readonly TermedPassage[]): Promise<void> {
  if (passages.length === 0) return
  const isPostgres = databaseKind(tx) === 'postgres'
  const rows = await tx
    .insertInto('knowledge_passages')
    .values(
      passages.map(({ firstLine, lastLine, text, terms }) => ({
        document_id: documentId,
        first_line: firstLine,
        last_line: lastLine,
        text,
        ...(isPostgres && { words: sql`array_to_tsvector(${terms}::text[])` }),
      })),
    )
    .returning('id')
    .execute()
  if (isPostgres) return
  const ids = rows.map(({ id }) => id).toSorted((a, b) => a - b) // rows of one insert get ascending ids
  await tx
    .insertInto('knowledge_words')
    .values(ids.map((rowid, n) => ({ rowid, words: passages[n]!.terms.join(' ') })))
    .execute()
  await sql`insert into knowledge_words (knowledge_words, rank) values ('merge', ${sql.lit(PAGES_PER_MERGE)})`.execute(
    tx,
  )
}

async function deletePassages({ db }: Pick<Store, 'db'>, documentId: string): Promise<number> {
  const result = await db
    .deleteFrom('knowledge_passages')
    .where('id', 'in', (of) =>
      of
        .selectFrom('knowledge_passages')
        .where('document_id', '=', documentId)
        .select('id')
        .limit(MAX_PASSAGES_PER_COMMIT),
    )
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
