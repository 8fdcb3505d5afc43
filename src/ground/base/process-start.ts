import { readFileSync } from 'node:fs'

/** Changes with each boot of the hardware. @throws Error on systems without `/proc`. */
export const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/**
 * Start time of a process in clock ticks since boot. It detects a reused pid, which is common in containers.
 *
 * @returns Null if the process does not run or is a zombie, and on systems without `/proc`. Zombies are permanent in
 * containers without an init.
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
