import { setTimeout as sleep } from 'node:timers/promises'

/** The first collection finds what is unused, the next one gives its pages back. */
const BETWEEN_MS = 3000

/**
 * Give back memory: a process at rest allocates nothing, so nothing would ever make it collect. Only in a process that was
 * started with `--expose-gc`.
 */
export async function collectGarbage(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async' })
  await sleep(BETWEEN_MS, undefined, { ref: false })
  await globalThis.gc?.({ type: 'major', execution: 'async' })
}
