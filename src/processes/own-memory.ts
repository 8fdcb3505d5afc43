import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { ProcessMemoryAccount } from './memory-account.ts'

export interface OwnMemory extends ProcessMemoryAccount {
  /**
   * Runs a last-resort garbage collection, the only kind that returns pages to the system. The collection blocks the
   * process for 0.1 s or more.
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

const CHECK_INTERVAL_MS = 1000
const MAX_IDLE_SHARE = 0.05

/** After a start, frees an eighth to a quarter of the memory, which an idle process would otherwise keep. */
export function releaseMemoryAfterStart(): void {
  const before = performance.eventLoopUtilization()
  const look = () => {
    const { utilization } = performance.eventLoopUtilization(performance.eventLoopUtilization(), before)
    if (utilization > MAX_IDLE_SHARE) releaseMemoryAfterStart()
    else ownMemory().giveBack()
  }
  setTimeout(look, CHECK_INTERVAL_MS).unref()
}

type Collector = (options?: object) => void

/** Only contexts that are created after this flag was set have `gc`, so code of Hubs cannot call it. */
function exposedCollector(): Collector {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as Collector
}
