import type { ShownMessage } from '#chatapp/chats/schema.ts'
import type { History } from './conversation.ts'

export function visibleBranch({ currentId, messages }: History): ShownMessage[] {
  const branch: ShownMessage[] = []
  const seen = new Set<string>()
  let message = currentId === null ? undefined : messages[currentId]
  while (message && !seen.has(message.id)) {
    seen.add(message.id)
    branch.push(message)
    message = message.parentId === null ? undefined : messages[message.parentId]
  }
  return branch.toReversed()
}

export const hasEarlierMessages = ({ messages }: History, [first]: readonly ShownMessage[]): boolean =>
  first !== undefined && first.parentId !== null && !messages[first.parentId]

/** Null if the branch is not fully loaded. */
export function findNewestLeaf({ messages }: History, id: string): string | null {
  const seen = new Set<string>()
  let leaf = id
  for (;;) {
    const message = messages[leaf]
    if (!message) return null
    seen.add(leaf)
    const next = message.childrenIds.findLast((child) => !seen.has(child))
    if (next === undefined) return leaf
    leaf = next
  }
}

export function addMessages(history: History, added: readonly ShownMessage[]): History {
  const messages = { ...history.messages }
  for (const message of added) {
    const versions = versionsAfter(Object.values(messages), message)
    messages[message.id] = message
    for (const id of versions) {
      const version = messages[id]
      if (version) messages[id] = { ...version, versions }
    }
    const parent = message.parentId === null ? undefined : messages[message.parentId]
    if (parent && !parent.childrenIds.includes(message.id)) {
      messages[parent.id] = { ...parent, childrenIds: [...parent.childrenIds, message.id] }
    }
  }
  return { currentId: added.at(-1)?.id ?? history.currentId, messages }
}

function versionsAfter(messages: readonly ShownMessage[], { id, parentId, role }: ShownMessage) {
  const other = messages.find((message) => message.parentId === parentId && message.role === role)
  return [...(other?.versions ?? []).filter((version) => version !== id), id]
}

export const runningMessage = ({ messages }: History): ShownMessage | undefined =>
  Object.values(messages).find(({ state }) => state === 'running')
