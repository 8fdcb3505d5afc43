import type { AgentEvents } from '#core/agent/log-events.ts'
import type { Recall } from '#core/agent/memory/recall.ts'
import type { AgentTurn } from './turn.ts'

/** Ids of the notes that the model received. */
interface UsedNotes {
  notes: readonly string[]
}

export const notesOf = ({ notes }: UsedNotes) => (notes.length > 0 ? { notes } : {})

/** One statement per turn, which the answer does not wait for. */
export function recordNoteUse(
  { recall, events }: { recall?: Recall | undefined; events: Pick<AgentEvents, 'noteUseLost'> },
  { caller, chatId: chat }: Pick<AgentTurn, 'caller' | 'chatId'>,
  { notes, steps }: UsedNotes & { steps: number },
): void {
  if (steps === 0 || notes.length === 0) return
  recall?.recordUse(caller, notes).catch((error) => events.noteUseLost({ chat, reason: String(error) }))
}
