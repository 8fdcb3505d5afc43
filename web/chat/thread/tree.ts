import type { History, MessageView } from '#chatapp/chats/schema.ts'

/** The messages that are shown, oldest first: the current leaf and all above it. */
export function visibleBranch({ currentId, messages }: History): MessageView[] {
  const branch: MessageView[] = []
  const seen = new Set<string>()
  let message = currentId === null ? undefined : messages[currentId]
  while (message && !seen.has(message.id)) {
    seen.add(message.id)
    branch.push(message)
    message = message.parentId === null ? undefined : messages[message.parentId]
  }
  return branch.toReversed()
}

/** A message's versions in order of their making, itself included. */
export function versionsOf({ messages }: History, message: MessageView): MessageView[] {
  const parent = message.parentId === null ? undefined : messages[message.parentId]
  const siblings = parent
    ? parent.childrenIds.map((id) => messages[id])
    : Object.values(messages).filter(({ parentId }) => parentId === null || !messages[parentId])
  const versions = siblings.filter((other) => other !== undefined).filter(({ role }) => role === message.role)
  return versions.some(({ id }) => id === message.id) ? versions : [message]
}

/** The leaf to show when a message is chosen: down along the newest children. */
export function leafBelow({ messages }: History, id: string): string {
  const seen = new Set<string>()
  let leaf = id
  for (;;) {
    const next = messages[leaf]?.childrenIds.findLast((child) => messages[child])
    if (next === undefined || seen.has(next)) return leaf
    seen.add(next)
    leaf = next
  }
}

/** Add messages below their parents and show the last of them. */
export function addMessages(history: History, added: readonly MessageView[]): History {
  const messages = { ...history.messages }
  for (const message of added) {
    messages[message.id] = message
    const parent = message.parentId === null ? undefined : messages[message.parentId]
    if (parent && !parent.childrenIds.includes(message.id)) {
      messages[parent.id] = { ...parent, childrenIds: [...parent.childrenIds, message.id] }
    }
  }
  return { currentId: added.at(-1)?.id ?? history.currentId, messages }
}

/** The answer that is being written, if one is. */
export const runningMessage = ({ messages }: History): MessageView | undefined =>
  Object.values(messages).find(({ state }) => state === 'running')
