import type { EpochMs } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { MAX_NOTE_LENGTH, MAX_NOTES } from './limits.ts'
import type { NoteSource } from './schema.ts'

export interface Note {
  /** Stable, also if the text changes. */
  id: string
  text: string
  savedAt: EpochMs
  /** Null if the text was never changed. */
  changedAt: EpochMs | null
  /** Null for a note of an earlier release. */
  source: NoteSource | null
  /** Number of turns that received the note. */
  uses: number
  usedAt: EpochMs | null
}

export interface SavedNote {
  note: Note
  /** False if an earlier note has the same content. */
  isNew: boolean
}

export interface NoteChange {
  text: string
  /** The text that the change replaces. If the note has another text by then, the change is refused. */
  before?: string | undefined
}

export type NoteRefusal = 'missing' | 'conflict' | { detail: string }

export interface AgentMemory {
  list(email: string): Promise<Note[]>
  /** The note is durable when the promise resolves. Saving the same content again has no effect. */
  save(email: string, text: string, source: NoteSource): Promise<Result<SavedNote, string>>
  change(email: string, id: string, change: NoteChange): Promise<Result<Note, NoteRefusal>>
  /** Stores a forgotten note again. No effect if a note has its id or content. */
  restore(email: string, note: Note): Promise<Result<Note, string>>
  /** Returns the forgotten note; null if there is none. */
  forget(email: string, id: string): Promise<Note | null>
  forgetAll(email: string): Promise<number>
  /** Counts a turn that received these notes. */
  recordUse(email: string, ids: readonly string[]): Promise<void>
}

export function readNotedText(given: string): Result<string, string> {
  const text = given.toWellFormed().trim()
  if (text === '') return refused('The text of the note is empty.')
  if (text.length > MAX_NOTE_LENGTH)
    return refused(`A note has at most ${MAX_NOTE_LENGTH} characters. Shorten the note.`)
  return accepted(text)
}

export const TOO_MANY = `There are ${MAX_NOTES} notes, the maximum. Forget some notes first.`

/** Texts that differ only in case, spaces or the last punctuation mark have the same content. */
const contentOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s.!。！؟?？]+$/u, '')

export const withSameContent = (notes: readonly Note[], text: string): Note | undefined => {
  const content = contentOf(text)
  return notes.find((note) => contentOf(note.text) === content)
}

/** Decides on a note among the known notes of the person. */
export function newNote(known: readonly Note[], note: Note): Result<SavedNote, string> {
  const same = known.find(({ id }) => id === note.id) ?? withSameContent(known, note.text)
  if (same) return accepted({ note: same, isNew: false })
  if (known.length >= MAX_NOTES) return refused(TOO_MANY)
  return accepted({ note, isNew: true })
}

export function changedNote(
  known: readonly Note[],
  id: string,
  { text, before }: NoteChange,
  now: EpochMs,
): Result<Note, NoteRefusal> {
  const note = known.find((candidate) => candidate.id === id)
  if (!note) return refused('missing')
  if (before !== undefined && before !== note.text) return refused('conflict')
  const read = readNotedText(text)
  if (!read.ok) return refused({ detail: read.refusal })
  const same = withSameContent(
    known.filter((candidate) => candidate !== note),
    read.value,
  )
  if (same) return refused({ detail: 'Another note has this text. Delete the note instead.' })
  return accepted(read.value === note.text ? note : { ...note, text: read.value, changedAt: now })
}
