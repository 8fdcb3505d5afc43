import type { Caller } from '#ground/identity/caller.ts'
import type { Memory } from './memory.ts'

/** Characters of notes that the model is shown in each turn; older ones stay out. */
const MOST_SHOWN = 8000

/** Where there is no person to remember things about: a program asks, or the agent works by itself. */
const WITHOUT_MEMORY: ReadonlySet<string> = new Set(['mcp', 'webhook', 'schedule'])

/** Whether an agent remembers things about this caller. */
export const hasMemory = ({ email, surface }: Caller): boolean =>
  email !== null && !email.startsWith('svc:') && !WITHOUT_MEMORY.has(surface)

/** What the model is told of a caller in every turn, newest first. */
export const createRecall =
  ({ list }: Pick<Memory, 'list'>) =>
  async (caller: Caller): Promise<readonly string[]> => {
    if (!hasMemory(caller)) return []
    let left = MOST_SHOWN
    return (await list(caller.email!)).map(({ text }) => text).filter((text) => (left -= text.length) >= 0)
  }
