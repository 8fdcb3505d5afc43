import type { StoredMessage } from './message.ts'

/** Ids of the children by message id. `messages` must be in order of arrival, which the children keep. */
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

/** Messages from the first to `lastId`: the branch that a person sees and the agent receives. */
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

/** Alternatives of each message, by its id: messages with the same parent and role, in order of arrival. */
export function versionsIn(messages: readonly Branching[]): Map<string, readonly string[]> {
  const places = Map.groupBy(messages, ({ parentId, role }) => `${role} ${parentId ?? ''}`)
  const versions = new Map<string, readonly string[]>()
  for (const place of places.values()) {
    const ids = place.map(({ id }) => id)
    for (const id of ids) versions.set(id, ids)
  }
  return versions
}

/** The last message of a branch: follows the newest children from `id`. `children` comes from `childrenOf`. */
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
