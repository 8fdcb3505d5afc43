/** Commits what arrives in turns of the event loop that follow one another together. */
export interface GroupCommit<T> {
  /** Resolves once the item is committed, rejects when its batch could not be. */
  add(item: T): Promise<void>
  /** Resolves once nothing is waiting any more. */
  settled(): Promise<void>
}

/** Largest batch. Further items wait for the next commit. */
const MAX_BATCH_ITEMS = 5000

/** So many turns of the event loop at most bring more to the first batch. */
const MAX_EVENT_LOOP_TURNS = 4

interface Waiting<T> {
  item: T
  resolve(): void
  reject(error: unknown): void
}

/**
 * One commit at a time: while it runs, the next batch gathers. So a single item is committed at once, and
 * many cost about as much as a single commit. Where a commit blocks the event loop, as on SQLite, nothing can
 * gather meanwhile: so the first batch starts after a turn without new items.
 */
export function createGroupCommit<T>(commit: (items: readonly T[]) => Promise<void>): GroupCommit<T> {
  const waiting: Waiting<T>[] = []
  let running: Promise<void> | null = null

  const whileMoreCome = async () => {
    let known = 0
    for (let turn = 0; turn < MAX_EVENT_LOOP_TURNS && waiting.length > known; turn++) {
      known = waiting.length
      await wholeTurn()
    }
  }

  const run = async () => {
    await whileMoreCome()
    while (waiting.length > 0) {
      const batch = waiting.splice(0, MAX_BATCH_ITEMS)
      try {
        await commit(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = null
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        running ??= run()
      }),
    settled: async () => void (await running),
  }
}

/**
 * Waits until the end of the next turn of the event loop: requests of this turn may be answered in that turn.
 */
const wholeTurn = async () => {
  for (let begun = 0; begun < 2; begun++) await new Promise((resolve) => setImmediate(resolve))
}
