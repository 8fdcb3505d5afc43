import type { StoredMessage } from './message.ts'
import { childrenOf } from './tree.ts'

type Branching = Pick<StoredMessage, 'id' | 'parentId'>

/** A sequence of messages that ends where the chat branches again. */
export interface Branch {
  id: string
  /** Null: the branch starts the chat. */
  parentId: string | null
  count: number
}

/** The result lists each branch after its parent branch. `messages` must be in order of arrival. */
export function branchesIn(messages: readonly Branching[]): Branch[] {
  const children = childrenOf(messages)
  const branches: Branch[] = []
  const seen = new Set<string>()
  const open = messages
    .filter(({ parentId }) => parentId === null)
    .map(({ id }) => ({ id, parentId: null as string | null }))
    .toReversed() // reversed, because `pop` takes the last item
  for (let start = open.pop(); start; start = open.pop()) {
    const run = runFrom(start.id, children, seen)
    if (run.length === 0) continue
    branches.push({ ...start, count: run.length })
    const { id: parentId } = start
    for (const id of (children.get(run.at(-1)!) ?? []).toReversed()) open.push({ id, parentId })
  }
  return branches
}

/** Clients may store a cycle. The sequence ends before it repeats a message. */
function runFrom(id: string, children: ReadonlyMap<string, readonly string[]>, seen: Set<string>): string[] {
  const run: string[] = []
  for (let next: string | undefined = id; next !== undefined && !seen.has(next);) {
    seen.add(next)
    run.push(next)
    const childIds: readonly string[] = children.get(next) ?? []
    next = childIds.length === 1 ? childIds[0] : undefined
  }
  return run
}
