import type { Clock } from './clock.ts'

/** Something took longer than it may. */
export class Late extends Error {
  override name = 'Late'
}

/**
 * Runs `work` with a signal that aborts after a time.
 *
 * @throws Late when `work` fails after that, with any error.
 */
export async function within<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const done = new AbortController()
  clock.sleep(ms, done.signal).then(
    () => late.abort(new Late(`no answer within ${ms} ms`)),
    () => {},
  )
  try {
    return await work(late.signal)
  } catch (error) {
    throw late.signal.aborted ? late.signal.reason : error // an aborted request only reports the abort
  } finally {
    done.abort()
  }
}
