/** A user of a shared connection. */
export interface Sharer {
  /** Whether it has an open transaction, which excludes statements of other users. */
  isOpen: boolean
}

/** Turns on a connection that several share: a statement takes one, a transaction keeps its own until it is over. */
export function createWriteQueue() {
  let holder: Sharer | null = null
  const waiting: { by: Sharer; go: () => void }[] = []

  const passOn = () => {
    const next = waiting.shift()
    holder = next?.by ?? null
    next?.go()
  }

  return {
    /** Does the work in turn, in the order of the calls. */
    async run<T>(by: Sharer, work: () => T): Promise<T> {
      if (holder !== null && holder !== by) await new Promise<void>((go) => waiting.push({ by, go }))
      holder = by
      try {
        return work()
      } finally {
        if (!by.isOpen) passOn()
      }
    },
  }
}
