import { setTimeout as sleep } from 'node:timers/promises'

interface UntilOptions {
  everyMs?: number
  timeoutMs?: number
  /** What the error names; without it, the source of `look`. */
  what?: string
}

/**
 * Polls until `look` returns a truthy value.
 *
 * @throws Error that says what did not happen within the time limit.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  { everyMs = 20, timeoutMs = 60_000, what = String(look) }: UntilOptions = {},
): Promise<Exclude<T, null | undefined | false>> {
  const end = performance.now() + timeoutMs
  for (;;) {
    const found = await look()
    if (found) return found as Exclude<T, null | undefined | false>
    if (performance.now() > end) throw new Error(`not within ${timeoutMs / 1000} s: ${what}`)
    await sleep(everyMs)
  }
}
