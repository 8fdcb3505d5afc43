import type { Agent } from '../api/agents.ts'

const KEY = 'agent'

/** The agent a new chat starts with: the one asked for, else the one used last, else the first; rather one that is there. */
export function chooseAgent(agents: readonly Agent[], wanted: string | undefined): Agent | undefined {
  const there = agents.filter(({ away }) => away === null)
  const last = lastAgent()
  return (
    agents.find(({ id }) => id === wanted) ?? there.find(({ id }) => id === last) ?? there[0] ?? agents[0]
  )
}

export function rememberAgent(id: string): void {
  try {
    localStorage.setItem(KEY, id)
  } catch {
    // Storage is closed to the page: the first agent is offered next time.
  }
}

function lastAgent(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}
