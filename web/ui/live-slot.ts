/** Over HTTP/1.1, all windows of a browser share six connections to a host, and each stream occupies one. */

const MAX_LIVE_STREAMS = 4

/**
 * Closing a window frees its slot.
 *
 * @returns Function to free the slot; null while other windows use all slots.
 */
export async function takeLiveSlot(): Promise<(() => void) | null> {
  // The Web Locks API exists only in secure contexts.
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
    const onLock = (lock: Lock | null): Promise<void> | void => {
      if (lock) return new Promise((release) => resolve(release))
      resolve(null)
    }
    // Without access to storage, the browser refuses locks; the stream then starts without a limit.
    locks.request(name, { ifAvailable: true }, onLock).catch(() => resolve(() => {}))
  })
