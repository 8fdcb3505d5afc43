/** Work that runs once at a time. */
export interface Coalesced<T> {
  /** Run it; all who ask while it runs share the one run that follows, which sees what they know of. */
  run(): Promise<T>
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
    isRunning: () => running !== null,
    async idle() {
      while (running ?? following) await (following ?? running)!.catch(() => {})
    },
  }
}
