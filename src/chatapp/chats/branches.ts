import type { StoredMessage } from './message.ts'
import { childrenOf } from './tree.ts'

type Branching = Pick<StoredMessage, 'id' | 'parentId'>

/** A linear part of a chat, between places where a prompt or answer was repeated. */
export interface Branch {
  /** Its first message. */
  id: string
  /** First message of the branch it continues; null: it begins the chat. */
  parentId: string | null
  /** Messages in it. */
  count: number
}

/**
 * The branches of a chat, each after the branch that it continues. `messages` must be in order of arrival.
 */
export function branchesIn(messages: readonly Branching[]): Branch[] {
  const children = childrenOf(messages)
  const branches: Branch[] = []
  const seen = new Set<string>()
  const open = messages
    .filter(({ parentId }) => parentId === null)
    .map(({ id }) => ({ id, parentId: null as string | null }))
    .toReversed() // the next is last, since taking the first moves all others
  for (let start = open.pop(); start; start = open.pop()) {
    const run = runFrom(start.id, children, seen)
    if (run.length === 0) continue
    branches.push({ ...start, count: run.length })
    const { id: parentId } = start
    for (const id of (children.get(run.at(-1)!) ?? []).toReversed()) open.push({ id, parentId })
  }
  return branches
}

/**
 * A message and its successors up to the next branch. A cycle, which clients may store, ends where it closes.
 */
function runFrom(id: string, children: ReadonlyMap<string, readonly string[]>, seen: Set<string>): string[] {
  const run: string[] = []
  for (let next: string | undefined = id; next !== undefined && !seen.has(next);) {
    seen.add(next)
    run.push(next)
    const behind: readonly string[] = children.get(next) ?? []
    next = behind.length === 1 ? behind[0] : undefined
  }
  return run
}
