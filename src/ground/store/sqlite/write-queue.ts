export interface QueueMember {
  /** True during a transaction. Other members then wait for the connection. */
  isOpen: boolean
}

/** A transaction holds the connection until its end. */
export function createWriteQueue() {
  let holder: QueueMember | null = null
  const waiting: { by: QueueMember; go: () => void }[] = []

  const passOn = () => {
    const next = waiting.shift()
    holder = next?.by ?? null
    next?.go()
  }

  return {
    /** First come, first served. */
    async run<T>(by: QueueMember, work: () => T): Promise<T> {
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
