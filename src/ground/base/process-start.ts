import { readFileSync } from 'node:fs'

/** Changes with each start of the machine. @throws on systems without `/proc`. */
export const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()

/**
 * Start time of a process, in the kernel's ticks since boot: pids are reused, above all in containers.
 *
 * @returns Null when no process with that id runs. An ended process that its parent has not reaped yet (a
 * zombie, permanent in containers without an init) does not run. Also null on systems without `/proc`.
 */
export function processStart(pid: number | 'self'): string | null {
  try {
    return startIn(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return null
  }
}

const startIn = (stat: string): string | null => {
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // its name, in brackets, may hold anything
  return state === 'Z' || state === 'X' ? null : (fields[18] ?? null)
}
