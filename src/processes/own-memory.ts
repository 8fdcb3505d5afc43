import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ProcessMemoryAccount } from './memory-account.ts'

/** Memory of this process: the heap, and the buffers that hang on it. */
export interface OwnMemory extends ProcessMemoryAccount {
  /**
   * Give back what is unused: a process at rest allocates nothing, so nothing would ever make it collect. Only the last resort
   * gives pages back. It stops all for a tenth of a second and more, which a collection beside the work, before it, doesn't shorten.
   */
  giveBack(this: void): void
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
    collect: () => gc()(),
    giveBack: () => gc()({ type: 'major', execution: 'sync', flavor: 'last-resort' }),
  }
}

/** Long enough for the first requests after a start, such as the first page view. */
const SETTLED_MS = 1000
/**
 * Maximum share of that time that an idle process is busy. A working process is not interrupted, and collects
 * on its own.
 */
const AT_REST = 0.05

/**
 * Once a start is over and the process is idle, frees the memory that the start left behind: an eighth to a
 * quarter, which would otherwise stay until there is work.
 */
export function giveBackAfterStart(): void {
  const before = performance.eventLoopUtilization()
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(performance.eventLoopUtilization(), before)
    if (utilization > AT_REST) giveBackAfterStart()
    else ownMemory().giveBack()
  }
  setTimeout(look, SETTLED_MS).unref()
}

type Collector = (options?: object) => void

/** Only a context that is made after the flag was set has it: code of Hubs does not. */
function exposedCollector(): Collector {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collector
}
