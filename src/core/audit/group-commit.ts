export interface GroupCommit<T> {
  add(item: T): Promise<void>
  settled(): Promise<void>
}

const MAX_BATCH_ITEMS = 5000

const MAX_EVENT_LOOP_TURNS = 4

interface Waiting<T> {
  item: T
  resolve(): void
  reject(error: unknown): void
}

/**
 * A commit on SQLite blocks the event loop. To commit more items at once, the first commit waits while items arrive,
 * at most `MAX_EVENT_LOOP_TURNS` turns of the event loop.
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

const wholeTurn = async () => {
  for (let begun = 0; begun < 2; begun++) await new Promise((resolve) => setImmediate(resolve))
}
