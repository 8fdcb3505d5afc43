import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Memory } from './memory-account.ts'

/** Memory of this process: the heap, and the buffers that hang on it. */
export interface OwnMemory extends Memory {
  /**
   * Give back what is unused: a process at rest allocates nothing, so nothing would ever make it collect. The first collection
   * finds most of it while others go on; only the last resort gives its pages back, and stops all for some tenths of a second.
   */
  giveBack(): Promise<void>
}

export function ownMemory(): OwnMemory {
  let collector: Collector | null = null
  const gc = () => (collector ??= exposedCollector())
  return {
    now: () => performance.now(),
    used() {
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
    collect: () => void gc()(),
    async giveBack() {
      await gc()({ type: 'major', execution: 'async' })
      await gc()({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    },
  }
}

/** Long enough for what comes right after a start, such as the first look at a page. */
const SETTLED_MS = 1000

/**
 * Once a start is over, give back what it left behind: a third of the process, which would stay for as long as nobody asks
 * for anything.
 */
export function giveBackAfterStart(): void {
  setTimeout(() => void ownMemory().giveBack(), SETTLED_MS).unref()
}

type Collector = (options?: object) => Promise<void> | undefined

/** Only a context that is made after the flag was set has it: code of Hubs does not. */
function exposedCollector(): Collector {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collector
}
