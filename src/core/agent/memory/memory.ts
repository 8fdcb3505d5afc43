import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '#ground/identity/caller.ts'

/** Something an agent noted about a person. */
export interface Note {
  id: string
  text: string
  savedAt: EpochMs
}

/** An agent's notes about each person, for one Hub. Every method is about one person, named by e-mail. */
export interface AgentMemory {
  /** Newest first. */
  list(email: string): Promise<Note[]>
  /** Stored for good once this resolves. Noting the same text again changes nothing. */
  save(email: string, text: string): Promise<Result<Note, string>>
  /** Whether there was such a note. */
  forget(email: string, id: string): Promise<boolean>
  /** How many notes there were. */
  forgetAll(email: string): Promise<number>
}

/** Notes about one person, and characters of one note. */
export const MAX_NOTES = 100
export const MAX_NOTE_LENGTH = 1000

/** Key of a person's notes. The e-mail can't be derived from it. */
export const noteMark = (email: string): string => sha256(normalEmail(email)).slice(0, 40)

/** A text as it is noted, or why it can't be. */
export function readNotedText(given: string): Result<string, string> {
  const text = given.toWellFormed().trim()
  if (text === '') return refused('The text of the note is empty.')
  if (text.length > MAX_NOTE_LENGTH)
    return refused(`A note has at most ${MAX_NOTE_LENGTH} characters. Shorten it.`)
  return accepted(text)
}

export const TOO_MANY = `There are ${MAX_NOTES} notes, the most there may be. Forget some first.`
