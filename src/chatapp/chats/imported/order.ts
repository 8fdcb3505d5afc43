export interface OrderedMessage {
  id: string
  parentId: string | null
  /** Epoch seconds; null if unknown. */
  timestamp: number | null
}

/**
 * Makes a forest: parents that do not exist become null, and the first message of a cycle becomes a root.
 * Changes `parentId` of the messages.
 */
export function cutCycles<M extends OrderedMessage>(messages: readonly M[]): void {
  const byId = new Map(messages.map((message, index) => [message.id, { message, index }]))
  const visits = new Map<string, string>()
  for (const { id: start } of messages) {
    const path: string[] = []
    for (let id: string | null = start; id !== null && !visits.has(id);) {
      visits.set(id, start)
      path.push(id)
      const message: M = byId.get(id)!.message
      if (message.parentId !== null && !byId.has(message.parentId)) message.parentId = null
      const parentId: string | null = message.parentId
      if (parentId !== null && visits.get(parentId) === start) {
        const cycle = path.slice(path.indexOf(parentId)).map((member) => byId.get(member)!)
        cycle.reduce((first, next) => (next.index < first.index ? next : first)).message.parentId = null
      }
      id = parentId
    }
  }
}

export function inOrder<M extends OrderedMessage>(
  messages: readonly M[],
  start: number,
): (M & { timestamp: number })[] {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const times = new Map<string, number>()
  const timeOf = (message: M): number => {
    const path: M[] = []
    let time = start
    for (let next: M | undefined = message; next; next = byId.get(next.parentId ?? '')) {
      const known = times.get(next.id) ?? next.timestamp
      if (known !== null && known !== undefined) {
        time = known
        times.set(next.id, known)
        break
      }
      path.push(next)
    }
    for (const { id } of path) times.set(id, time)
    return time
  }
  const timed = messages.map((message) => ({ ...message, timestamp: timeOf(message) }))
  const sorted = timed.toSorted((a, b) => a.timestamp - b.timestamp)
  return parentsFirst(sorted)
}

function parentsFirst<M extends OrderedMessage>(sorted: readonly M[]): M[] {
  const byId = new Map(sorted.map((message) => [message.id, message]))
  const ordered = new Set<M>()
  for (const message of sorted) {
    const above: M[] = []
    for (let next: M | undefined = message; next && !ordered.has(next); next = byId.get(next.parentId ?? ''))
      above.push(next)
    for (const next of above.toReversed()) ordered.add(next)
  }
  return [...ordered]
}

export function newestLeaf(ordered: readonly OrderedMessage[]): string | null {
  const parents = new Set(ordered.map(({ parentId }) => parentId))
  return ordered.findLast(({ id }) => !parents.has(id))?.id ?? null
}
