import { chmod, mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { cutText } from '#ground/base/cut-text.ts'
import {
  MAX_NOTE_LENGTH,
  noteMark,
  MAX_NOTES,
  readNotedText,
  TOO_MANY,
  type AgentMemory,
  type Note,
} from './memory.ts'

export interface FolderMemoryDeps {
  folder: string
  clock: Pick<Clock, 'now'>
  newId(): string
}

const NOTE_FILE = /^[0-9a-f-]{36}\.json$/

/** One file per note, so that processes do not conflict. */
export function folderMemory({ folder, clock, newId }: FolderMemoryDeps): AgentMemory {
  const folderOf = (email: string) => join(folder, noteMark(email))
  const inTurn = createOneByOne() // concurrent calls would each pass the limit and the check for duplicates

  const list = (email: string) => notesIn(folderOf(email))

  const add = async (email: string, text: string): Promise<Result<Note, string>> => {
    const known = await list(email)
    const same = known.find((note) => note.text === text)
    if (same) return accepted(same)
    if (known.length >= MAX_NOTES) return refused(TOO_MANY)
    const note: Note = { id: newId(), text, savedAt: clock.now() }
    await writeNote(folder, noteMark(email), note)
    return accepted(note)
  }

  return {
    list,
    async save(email, given) {
      const text = readNotedText(given)
      return text.ok ? inTurn(folderOf(email), () => add(email, text.value)) : text
    },
    async forget(email, id) {
      if (!NOTE_FILE.test(`${id}.json`)) return false
      return unlink(join(folderOf(email), `${id}.json`)).then(
        () => true,
        ignoreMissing(() => false),
      )
    },
    forgetAll: (email) =>
      inTurn(folderOf(email), async () => {
        const { length } = await list(email)
        await rm(folderOf(email), { recursive: true, force: true })
        return length
      }),
  }
}

export async function writeNote(folder: string, person: string, { id, text, savedAt }: Note): Promise<void> {
  const personFolder = join(folder, person)
  await mkdir(personFolder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  await writeFileDurably(join(personFolder, `${id}.json`), JSON.stringify({ text, saved_at: savedAt }))
  await syncFolder(folder)
}

export async function notesIn(place: string): Promise<Note[]> {
  const names = await readdir(place).catch(ignoreMissing(() => [] as string[]))
  const notes = await Promise.all(
    names.filter((name) => NOTE_FILE.test(name)).map((name) => readNote(place, name)),
  )
  return notes
    .filter((note) => note !== null)
    .toSorted((a, b) => b.savedAt - a.savedAt || (a.id < b.id ? 1 : -1))
}

async function readNote(place: string, name: string): Promise<Note | null> {
  try {
    const { text, saved_at } = JSON.parse(await readFile(join(place, name), 'utf8')) as Record<
      string,
      unknown
    >
    if (typeof text !== 'string' || typeof saved_at !== 'number') return null
    return { id: name.slice(0, -'.json'.length), text: cutText(text, MAX_NOTE_LENGTH), savedAt: saved_at }
  } catch {
    return null
  }
}

const ignoreMissing =
  <T>(instead: () => T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead()
    throw error
  }
