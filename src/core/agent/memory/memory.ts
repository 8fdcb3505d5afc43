import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { normalEmail } from '#ground/identity/caller.ts'

export interface Note {
  id: string
  text: string
  savedAt: EpochMs
}

export interface AgentMemory {
  list(email: string): Promise<Note[]>
  /** The note is durable when the promise resolves. Saving the same text again has no effect. */
  save(email: string, text: string): Promise<Result<Note, string>>
  forget(email: string, id: string): Promise<boolean>
  forgetAll(email: string): Promise<number>
}

export const MAX_NOTES = 100
export const MAX_NOTE_LENGTH = 1000

export const noteMark = (email: string): string => sha256(normalEmail(email)).slice(0, 40)

export function readNotedText(given: string): Result<string, string> {
  const text = given.toWellFormed().trim()
  if (text === '') return refused('The text of the note is empty.')
  if (text.length > MAX_NOTE_LENGTH)
    return refused(`A note has at most ${MAX_NOTE_LENGTH} characters. Shorten the note.`)
  return accepted(text)
}

export const TOO_MANY = `There are ${MAX_NOTES} notes, the maximum. Forget some notes first.`
