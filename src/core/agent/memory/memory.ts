import { chmod, mkdir, readdir, readFile, rm, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { sha256 } from '#ground/base/ids.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '#ground/identity/caller.ts'

/** Something an agent noted about a person. */
export interface Note {
  id: string
  text: string
  savedAt: EpochMs
}

/** What one Hub's agent remembers about each person. Every method is about one person, named by e-mail. */
export interface Memory {
  /** Newest first. */
  list(email: string): Promise<Note[]>
  /** On the disk for good once this resolves. Noting the same text again changes nothing. */
  save(email: string, text: string): Promise<Result<Note, string>>
  /** Whether there was such a note. */
  forget(email: string, id: string): Promise<boolean>
  /** How many notes there were. */
  forgetAll(email: string): Promise<number>
}

export interface MemoryDeps {
  /** `<hub>/.memory`; made when the first note is saved. */
  folder: string
  clock: Pick<Clock, 'now'>
  newId(): string
}

/** Notes about one person, and characters of one note. */
export const MOST_NOTES = 100
export const LONGEST_NOTE = 1000

const NOTE_FILE = /^[0-9a-f-]{36}\.json$/

/**
 * Memory in a folder: one file a note, in a folder a person whose name doesn't tell the e-mail. Files of their own keep
 * several processes from writing over one another.
 */
export function openMemory({ folder, clock, newId }: MemoryDeps): Memory {
  const folderOf = (email: string) => join(folder, sha256(normalEmail(email)).slice(0, 40))
  const inTurn = createOneByOne() // calls of one answer run at the same time, and each looks at what is there

  const list = async (email: string): Promise<Note[]> => {
    const place = folderOf(email)
    const names = await readdir(place).catch(ignoreMissing(() => [] as string[]))
    const notes = await Promise.all(
      names.filter((name) => NOTE_FILE.test(name)).map((name) => readNote(place, name)),
    )
    return notes
      .filter((note) => note !== null)
      .toSorted((a, b) => b.savedAt - a.savedAt || (a.id < b.id ? 1 : -1))
  }

  const add = async (email: string, text: string): Promise<Result<Note, string>> => {
    const known = await list(email)
    const same = known.find((note) => note.text === text)
    if (same) return accepted(same)
    if (known.length >= MOST_NOTES)
      return refused(`There are ${MOST_NOTES} notes, the most there may be. Forget some first.`)
    const note: Note = { id: newId(), text, savedAt: clock.now() }
    const place = folderOf(email)
    await mkdir(place, { recursive: true, mode: 0o700 })
    await chmod(folder, 0o700)
    await writeFileDurably(join(place, `${note.id}.json`), JSON.stringify({ text, saved_at: note.savedAt }))
    await syncFolder(folder)
    return accepted(note)
  }

  return {
    list,
    async save(email, given) {
      const text = given.toWellFormed().trim()
      if (text === '') return refused('There is nothing to remember in an empty text.')
      if (text.length > LONGEST_NOTE)
        return refused(`A note has at most ${LONGEST_NOTE} characters. Say it in fewer.`)
      return inTurn(folderOf(email), () => add(email, text))
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

/** Null for a note that is gone by now or that somebody has spoilt. */
async function readNote(place: string, name: string): Promise<Note | null> {
  try {
    const { text, saved_at } = JSON.parse(await readFile(join(place, name), 'utf8')) as Record<
      string,
      unknown
    >
    if (typeof text !== 'string' || typeof saved_at !== 'number') return null
    return { id: name.slice(0, -'.json'.length), text: text.slice(0, LONGEST_NOTE), savedAt: saved_at }
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
