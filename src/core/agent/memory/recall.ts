import type { Caller } from '#ground/identity/caller.ts'
import type { AgentMemory } from './memory.ts'

/** Characters of notes that the model is shown in each turn; older ones stay out. */
const MAX_RECALLED_LENGTH = 8000

/** Surfaces without a person to remember: a program calls, or the agent works on a schedule. */
const WITHOUT_MEMORY: ReadonlySet<string> = new Set(['mcp', 'webhook', 'schedule'])

/** Whether an agent remembers things about this caller. */
export const hasMemory = ({ email, surface }: Caller): boolean =>
  email !== null && !email.startsWith('svc:') && !WITHOUT_MEMORY.has(surface)

/** Notes about a caller that the model gets in every turn, newest first. */
export const createRecall =
  ({ list }: Pick<AgentMemory, 'list'>) =>
  async (caller: Caller): Promise<readonly string[]> => {
    if (!hasMemory(caller)) return []
    let left = MAX_RECALLED_LENGTH
    return (await list(caller.email!)).map(({ text }) => text).filter((text) => (left -= text.length) >= 0)
  }
