import type { AgentTurn } from './turn.ts'
import type { RunTurnDeps } from './run-turn.ts'

/** Ids of the notes that the model received. */
interface UsedNotes {
  notes: readonly string[]
}

export const notesOf = ({ notes }: UsedNotes) => (notes.length > 0 ? { notes } : {})

/** One statement per turn, which the answer does not wait for. */
export function recordNoteUse(
  { recall, events }: Pick<RunTurnDeps, 'recall' | 'events'>,
  { caller, chatId: chat }: Pick<AgentTurn, 'caller' | 'chatId'>,
  { notes, steps }: UsedNotes & { steps: number },
): void {
  if (steps === 0 || notes.length === 0) return
  recall?.recordUse(caller, notes).catch((error) => events.noteUseLost({ chat, reason: String(error) }))
}
