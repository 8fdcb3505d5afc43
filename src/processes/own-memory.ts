import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Memory } from './memory-account.ts'

/** Memory of this process: the heap, and the buffers that hang on it. */
export function ownMemory(): Memory {
  let collect: (() => void) | null = null
  return {
    now: () => performance.now(),
    used() {
      const { heapUsed, external } = process.memoryUsage()
      return heapUsed + external
    },
    collect() {
      collect ??= exposedCollector()
      collect()
    },
  }
}

/** Only a context that is made after the flag was set has it: code of Hubs does not. */
function exposedCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
