/** Work that runs once at a time. */
export interface Coalesced<T> {
  /** Runs it; callers during a run share the next run, which sees their changes. */
  run(): Promise<T>
  /** Wait for what runs, or run it. */
  join(): Promise<T>
  isRunning(): boolean
  /** Resolve when nothing runs. */
  idle(): Promise<void>
}

export function coalesced<T>(work: () => Promise<T>): Coalesced<T> {
  let running: Promise<T> | null = null
  let following: Promise<T> | null = null

  const start = (): Promise<T> => {
    const mine = work().finally(() => {
      running = null
    })
    running = mine
    return mine
  }
  const settled = async () => {
    while (running) await running.catch(() => {})
  }
  const follow = (): Promise<T> =>
    settled().then(() => {
      following = null
      return start()
    })

  return {
    run: () => (running ? (following ??= follow()) : (following ?? start())),
    join: () => running ?? following ?? start(),
    isRunning: () => running !== null,
    async idle() {
      while (running ?? following) await (following ?? running)!.catch(() => {})
    },
  }
}
