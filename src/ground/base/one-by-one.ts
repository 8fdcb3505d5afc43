/** Serializes work on the same object, and runs work on different objects concurrently. */
export type OneByOne = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** The lock of this process under which something is read, changed and written back: two changes at once would lose one. */
export function createOneByOne(): OneByOne {
  const last = new Map<string, Promise<unknown>>()
  return async (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work)
    const settled = mine.catch(() => {})
    last.set(key, settled)
    try {
      return await mine
    } finally {
      if (last.get(key) === settled) last.delete(key)
    }
  }
}
