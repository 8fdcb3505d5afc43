/** A resource that all callers in this process share. It is closed after the last caller leaves. */
export interface SharedValue<T extends AsyncDisposable> {
  open(key: string, open: () => Promise<T>): Promise<T>
}

/** @param shareOf Wraps the resource for one user. The disposal of the wrapper must call `leave`. */
export function createShared<T extends AsyncDisposable>(
  shareOf: (whole: T, leave: () => Promise<void>) => T,
): SharedValue<T> {
  const opened = new Map<string, { whole: Promise<T>; users: number }>()
  return {
    async open(key, open) {
      const entry = opened.get(key) ?? { whole: open(), users: 0 }
      opened.set(key, entry)
      entry.users++
      let leaving: Promise<void> | null = null
      const leave = async () => {
        entry.users--
        if (entry.users > 0) return
        opened.delete(key)
        await (await entry.whole)[Symbol.asyncDispose]()
      }
      try {
        return shareOf(await entry.whole, () => (leaving ??= leave()))
      } catch (error) {
        if (opened.get(key) === entry) opened.delete(key)
        throw error
      }
    },
  }
}
