import type { StoredMessage } from './message.ts'

export const childrenOf = (
  messages: readonly Pick<StoredMessage, 'id' | 'parentId'>[],
): Map<string, string[]> => {
  const children = new Map<string, string[]>()
  for (const { id, parentId } of messages) {
    if (parentId === null) continue
    const known = children.get(parentId)
    if (known) known.push(id)
    else children.set(parentId, [id])
  }
  return children
}

export function branchTo<M extends Pick<StoredMessage, 'id' | 'parentId'>>(
  messages: readonly M[],
  lastId: string | null,
): M[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: M[] = []
  const seen = new Set<string>()
  for (let id = lastId; id !== null && !seen.has(id); id = byId.get(id)?.parentId ?? null) {
    const message = byId.get(id)
    if (!message) break
    seen.add(id) // clients may store a cycle
    branch.push(message)
  }
  return branch.toReversed()
}

type Branching = Pick<StoredMessage, 'id' | 'parentId' | 'role'>

export function versionsIn(messages: readonly Branching[]): Map<string, readonly string[]> {
  const siblingGroups = Map.groupBy(messages, ({ parentId, role }) => `${role} ${parentId ?? ''}`)
  const versions = new Map<string, readonly string[]>()
  for (const siblings of siblingGroups.values()) {
    const ids = siblings.map(({ id }) => id)
    for (const id of ids) versions.set(id, ids)
  }
  return versions
}

export function findLeaf(children: ReadonlyMap<string, readonly string[]>, id: string): string {
  const seen = new Set<string>()
  let leaf = id
  for (;;) {
    seen.add(leaf)
    const next = children.get(leaf)?.findLast((child) => !seen.has(child))
    if (next === undefined) return leaf
    leaf = next
  }
}
