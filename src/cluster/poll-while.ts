import type { Clock } from '#ground/base/clock.ts'

/**
 * Ignores failed polls.
 * @returns Function to call when `isNeeded` may have become true.
 */
export function pollWhile(
  isNeeded: () => boolean,
  poll: () => Promise<void>,
  { clock, everyMs }: { clock: Pick<Clock, 'after'>; everyMs: number },
): () => void {
  let isPolling = false
  const pollLater = () => {
    isPolling = isNeeded()
    if (!isPolling) return
    const ignore = () => {}
    clock.after(everyMs, () => void poll().catch(ignore).then(pollLater))
  }
  return () => {
    if (!isPolling) pollLater()
  }
}
