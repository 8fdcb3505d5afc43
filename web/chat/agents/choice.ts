import type { Agent } from '../api/agents.ts'

const KEY = 'agent'

/** The agent a new chat starts with: the one asked for, else the one used last, else the first. */
export function chooseAgent(agents: readonly Agent[], wanted: string | undefined): Agent | undefined {
  const find = (id: string | null | undefined) => agents.find((agent) => agent.id === id)
  return find(wanted) ?? find(lastAgent()) ?? agents[0]
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
