export interface SerialQueue extends AsyncDisposable {
  /** Run the work; while it runs already, run it once more afterwards. */
  run(): void
}

/** Runs of `work` never overlap. Disposing waits for a running one and starts no other. */
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
