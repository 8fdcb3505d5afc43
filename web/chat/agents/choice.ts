import { accountEntries } from '../../ui/storage.ts'
import type { Agent } from '../api/agents.ts'

const KEY = 'agent'

export function chooseAgent(agents: readonly Agent[], wanted: string | undefined): Agent | undefined {
  const there = agents.filter(({ away }) => away === null)
  const last = accountEntries.read(KEY)
  return (
    agents.find(({ id }) => id === wanted) ?? there.find(({ id }) => id === last) ?? there[0] ?? agents[0]
  )
}

export const rememberAgent = (id: string): void => accountEntries.write(KEY, id)
