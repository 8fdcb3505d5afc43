/** Limits concurrent work; further calls wait in order. */
export function createStartSlots(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

export type StartSlots = ReturnType<typeof createStartSlots>
