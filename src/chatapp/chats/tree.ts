import type { Message } from './message.ts'

/** Children of every message, by its id, in order of arrival. `messages` must be in that order. */
export const childrenOf = (messages: readonly Pick<Message, 'id' | 'parentId'>[]): Map<string, string[]> => {
  const children = new Map<string, string[]>()
  for (const { id, parentId } of messages) {
    if (parentId === null) continue
    const known = children.get(parentId)
    if (known) known.push(id)
    else children.set(parentId, [id])
  }
  return children
}

/** The messages from the first down to `lastId`: what a person sees, and what the agent is told. */
export function branchTo<M extends Pick<Message, 'id' | 'parentId'>>(
  messages: readonly M[],
  lastId: string | null,
): M[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const branch: M[] = []
  const seen = new Set<string>()
  for (let id = lastId; id !== null && !seen.has(id); id = byId.get(id)?.parentId ?? null) {
    const message = byId.get(id)
    if (!message) break
    seen.add(id) // clients may store a circle; it ends where it closes
    branch.push(message)
  }
  return branch.toReversed()
}
