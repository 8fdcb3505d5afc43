import { readFileSync } from 'node:fs'

/** Changes at each boot of the kernel, but not when a container restarts. @throws Error on systems without `/proc`. */
export const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/**
 * Start of a process in clock ticks since boot. A later process with the same pid has another start.
 * @returns Null for a missing process, for a zombie, and on systems without `/proc`.
 */
export function processStart(pid: number | 'self'): string | null {
  try {
    return startIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

const startIn = (stat: string): string | null => {
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // skips the process name, which may contain spaces and brackets
  return state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
}
