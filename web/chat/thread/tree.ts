import type { ShownMessage } from '#chatapp/chats/schema.ts'
import type { History } from './conversation.ts'

/** The messages that are shown, oldest first: the current leaf and all above it that were read. */
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

/** True if a branch continues above its first message, which was not read yet. */
export const hasEarlierMessages = ({ messages }: History, [first]: readonly ShownMessage[]): boolean =>
  first !== undefined && first.parentId !== null && !messages[first.parentId]

/** The leaf to show when a message is chosen: down along the newest children; null when one of them was not read yet. */
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

/** Add messages below their parents, each the newest version there, and show the last of them. */
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

/** The running answer, if any. */
export const runningMessage = ({ messages }: History): ShownMessage | undefined =>
  Object.values(messages).find(({ state }) => state === 'running')
