export interface QueueMember {
  isOpen: boolean
}

export function createWriteQueue() {
  let holder: QueueMember | null = null
  const waiting: { by: QueueMember; go: () => void }[] = []

  const passOn = () => {
    const next = waiting.shift()
    holder = next?.by ?? null
    next?.go()
  }

  return {
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
