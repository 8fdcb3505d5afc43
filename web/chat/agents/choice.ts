import { accountEntries } from '../../ui/storage.ts'
import type { Agent } from '../api/agents.ts'

const KEY = 'agent'

/**
 * The agent of a new chat: the requested one, else the last used, else the first; preferably an available
 * agent.
 */
export function chooseAgent(agents: readonly Agent[], wanted: string | undefined): Agent | undefined {
  const there = agents.filter(({ away }) => away === null)
  const last = accountEntries.read(KEY)
  return (
    agents.find(({ id }) => id === wanted) ?? there.find(({ id }) => id === last) ?? there[0] ?? agents[0]
  )
}

export const rememberAgent = (id: string): void => accountEntries.write(KEY, id)
