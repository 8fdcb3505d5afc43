import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { cutText } from '#ground/base/cut-text.ts'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { MAX_NOTE_LENGTH } from './limits.ts'
import type { Note } from './memory.ts'
import { NoteSource } from './schema.ts'

const NOTE_FILE = /^[0-9a-f-]{36}\.json$/
/** Counts of all notes of a person, so that a turn writes one file. */
const USES_FILE = 'uses.json'

const NoteFile = z.object({
  text: z.string(),
  saved_at: z.number(),
  changed_at: z.number().nullish().catch(null),
  source: NoteSource.nullish().catch(null),
})

const UsesFile = z.record(z.string(), z.tuple([z.int().min(0), z.number()]))

type Use = Pick<Note, 'uses' | 'usedAt'>

export async function writeNote(folder: string, person: string, note: Note): Promise<void> {
  const { id, text, savedAt: saved_at, changedAt: changed_at, source } = note
  const personFolder = join(folder, person)
  await mkdir(personFolder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const file = { text, saved_at, ...(changed_at !== null && { changed_at }), ...(source && { source }) }
  await writeFileDurably(join(personFolder, `${id}.json`), JSON.stringify(file))
  await syncFolder(folder)
}

export async function notesIn(place: string): Promise<Note[]> {
  const names = await readdir(place).catch(ignoreMissing(() => [] as string[]))
  const uses = names.includes(USES_FILE) ? await readUses(place) : new Map<string, Use>()
  const notes = await Promise.all(
    names.filter((name) => NOTE_FILE.test(name)).map((name) => readNote(place, name, uses)),
  )
  return notes
    .filter((note) => note !== null)
    .toSorted((a, b) => b.savedAt - a.savedAt || (a.id < b.id ? 1 : -1))
}

async function readNote(place: string, name: string, uses: ReadonlyMap<string, Use>): Promise<Note | null> {
  try {
    const read = NoteFile.parse(JSON.parse(await readFile(join(place, name), 'utf8')))
    const id = name.slice(0, -'.json'.length)
    return {
      id,
      text: cutText(read.text, MAX_NOTE_LENGTH),
      savedAt: read.saved_at,
      changedAt: read.changed_at ?? null,
      source: read.source ?? null,
      ...(uses.get(id) ?? { uses: 0, usedAt: null }),
    }
  } catch {
    return null
  }
}

async function readUses(place: string): Promise<Map<string, Use>> {
  try {
    const read = UsesFile.parse(JSON.parse(await readFile(join(place, USES_FILE), 'utf8')))
    return new Map(Object.entries(read).map(([id, [uses, usedAt]]) => [id, { uses, usedAt }]))
  } catch {
    return new Map()
  }
}

/** Does not sync the file: after a power loss, the latest counts may be missing. */
export async function writeUses(place: string, change: (uses: Map<string, Use>) => unknown): Promise<void> {
  const uses = await readUses(place)
  change(uses)
  const file = Object.fromEntries(
    [...uses].map(([id, { uses: count, usedAt }]) => [id, [count, usedAt ?? 0]]),
  )
  const temporary = join(place, `.${USES_FILE}.${randomBytes(6).toString('hex')}`)
  await writeFile(temporary, JSON.stringify(file), { mode: 0o600 })
  await rename(temporary, join(place, USES_FILE))
}

export const ignoreMissing =
  <T>(instead: () => T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead()
    throw error
  }
