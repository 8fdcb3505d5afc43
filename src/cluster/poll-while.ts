import type { Clock } from '#ground/base/clock.ts'

/**
 * Polls the database while something needs it. A failed poll is ignored: while the database is away, no
 * instance can store anything there.
 *
 * @returns Function to call when something may need it from now on.
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
