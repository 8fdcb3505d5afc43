import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { nullWhenMissing } from '#ground/base/missing-file.ts'

/** Versions exclude this folder, because its name begins with a dot. It is in the Hub's folder, so that renames work. */
export const JOURNAL_FOLDER = '.restoring'
const JOURNAL_FILE = 'journal.json'

const JournalFile = z.object({
  number: z.int(),
  actor: z.string(),
  request: z.string().nullable(),
  steps: z.array(
    z.object({
      path: z.string(),
      /** Name of the staged file; null: remove the file. */
      draft: z.string().nullable(),
      /** Hash of the file before; null: there was none. */
      before: z.string().nullable(),
    }),
  ),
})
/** A restore that changes the folder, or was interrupted. */
export type Journal = z.infer<typeof JournalFile>

export const writeJournal = (root: string, journal: Journal): Promise<void> =>
  writeFileDurably(join(root, JOURNAL_FOLDER, JOURNAL_FILE), JSON.stringify(journal))

/** Null if no restore was interrupted after its journal was written. */
export async function readJournal(root: string): Promise<Journal | null> {
  const text = await readFile(join(root, JOURNAL_FOLDER, JOURNAL_FILE), 'utf8').catch(nullWhenMissing)
  return text === null ? null : JournalFile.parse(JSON.parse(text))
}

export const removeJournal = (root: string): Promise<void> =>
  rm(join(root, JOURNAL_FOLDER), { recursive: true, force: true })
