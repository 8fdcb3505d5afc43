import type { Caller } from '#ground/identity/caller.ts'
import type { AgentMemory, Note } from './memory.ts'

const MAX_RECALLED_LENGTH = 8000

/** No person takes part on these surfaces: a program calls the agent, or the agent runs on a schedule. */
const WITHOUT_MEMORY: ReadonlySet<string> = new Set(['mcp', 'webhook', 'schedule'])

export const hasMemory = ({ email, surface }: Caller): boolean =>
  email !== null && !email.startsWith('svc:') && !WITHOUT_MEMORY.has(surface)

export type RecalledNote = Pick<Note, 'id' | 'text'>

export interface Recall {
  /** Notes for the prompt, newest first. */
  notesFor(caller: Caller): Promise<readonly RecalledNote[]>
  recordUse(caller: Caller, ids: readonly string[]): Promise<void>
}

export const createRecall = ({ list, recordUse }: Pick<AgentMemory, 'list' | 'recordUse'>): Recall => ({
  async notesFor(caller) {
    if (!hasMemory(caller)) return []
    let left = MAX_RECALLED_LENGTH
    const notes = await list(caller.email!)
    return notes.filter(({ text }) => (left -= text.length) >= 0).map(({ id, text }) => ({ id, text }))
  },
  recordUse: (caller, ids) => recordUse(caller.email!, ids),
})
