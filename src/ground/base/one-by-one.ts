export type OneByOne = <T>(key: string, work: () => Promise<T>) => Promise<T>

/** A lock within this process. Hold it from the read to the write, so that concurrent changes are not lost. */
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
