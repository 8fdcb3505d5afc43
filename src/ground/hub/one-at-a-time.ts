export interface SerialQueue extends AsyncDisposable {
  /** If the work is running, it runs once more afterwards. */
  run(): void
}

export function oneAtATime(work: () => Promise<void>): SerialQueue {
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  const loop = async () => {
    do {
      again = false
      await work()
    } while (again && !closed)
    running = null
  }
  return {
    run() {
      if (closed) return
      if (running) again = true
      else running = loop()
    },
    async [Symbol.asyncDispose]() {
      closed = true
      await running
    },
  }
}
