import type { Caller } from '#ground/identity/caller.ts'
import type { AgentMemory } from './memory.ts'

const MAX_RECALLED_LENGTH = 8000

/** No person takes part on these surfaces: a program calls the agent, or the agent runs on a schedule. */
const WITHOUT_MEMORY: ReadonlySet<string> = new Set(['mcp', 'webhook', 'schedule'])

export const hasMemory = ({ email, surface }: Caller): boolean =>
  email !== null && !email.startsWith('svc:') && !WITHOUT_MEMORY.has(surface)

export const createRecall =
  ({ list }: Pick<AgentMemory, 'list'>) =>
  async (caller: Caller): Promise<readonly string[]> => {
    if (!hasMemory(caller)) return []
    let left = MAX_RECALLED_LENGTH
    return (await list(caller.email!)).map(({ text }) => text).filter((text) => (left -= text.length) >= 0)
  }
