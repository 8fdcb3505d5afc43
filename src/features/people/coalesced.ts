export interface Coalesced<T> {
  /**
   * Calls that arrive while `work` runs share one further run, so that each call gets the result of a run that started
   * after the call.
   */
  run(): Promise<T>
  join(): Promise<T>
  isRunning(): boolean
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
