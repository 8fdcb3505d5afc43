import type { Clock } from './clock.ts'

export class Late extends Error {
  override name = 'Late'
}

/** @throws Late if `work` fails after the signal has aborted. */
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
    throw late.signal.aborted ? late.signal.reason : error
  } finally {
    done.abort()
  }
}
