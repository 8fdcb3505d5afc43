import { accountEntries } from '../../ui/storage.ts'

const KEY = 'agent names'

/** Keeps the names of agents, because the list no longer has an agent after the person lost access. */
export function rememberNames(agents: readonly { id: string; name: string }[]): void {
  const before = accountEntries.read(KEY)
  const names = { ...namesIn(before), ...Object.fromEntries(agents.map(({ id, name }) => [id, name])) }
  const after = JSON.stringify(names)
  if (after !== before) accountEntries.write(KEY, after)
}

/** Undefined if this browser has never listed the agent. */
export function knownName(id: string): string | undefined {
  const names = namesIn(accountEntries.read(KEY))
  return Object.hasOwn(names, id) ? names[id] : undefined
}

function namesIn(stored: string | null): Record<string, string> {
  try {
    return JSON.parse(stored ?? '{}') as Record<string, string>
  } catch {
    return {}
  }
}
