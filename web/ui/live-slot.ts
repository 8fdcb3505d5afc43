/**
 * Limits the live streams of a browser. Over HTTP/1.1 a browser opens six connections to a host, for all windows together, and
 * an event stream keeps its connection: without a limit a seventh window could neither send nor read.
 */

/** Slots of all windows of a browser. The other connections are for requests. */
const MAX_LIVE_STREAMS = 4

/**
 * Take one of the browser's slots for a live stream. The slot of a window that is closed becomes free.
 *
 * @returns How to release it; null while other windows hold all of them.
 */
export async function takeLiveSlot(): Promise<(() => void) | null> {
  // Browsers offer locks on secure origins only.
  const { locks } = navigator as { locks?: LockManager }
  if (!locks) return () => {}
  for (let slot = 1; slot <= MAX_LIVE_STREAMS; slot += 1) {
    const release = await takeLock(locks, `live stream ${slot}`)
    if (release) return release
  }
  return null
}

const takeLock = (locks: LockManager, name: string): Promise<(() => void) | null> =>
  new Promise((resolve) => {
    const hold = (lock: Lock | null): Promise<void> | void => {
      if (lock) return new Promise((release) => resolve(release))
      resolve(null)
    }
    // A page without access to its storage may hold no locks.
    locks.request(name, { ifAvailable: true }, hold).catch(() => resolve(() => {}))
  })
