import { readFileSync } from 'node:fs'

/**
 * Names what this process writes, so that a later one can tell whether the writer is gone: boot, process, start.
 *
 * @throws on systems without `/proc`.
 */
export const journalOwner = (): string => `${bootId()}-${process.pid}-${startOf('self')}`

/** Whether the process that a journal file is named after can't be running any more. */
export function isOwnerGone(fileName: string): boolean {
  const [boot, pid, start] = fileName.split('-')
  return boot !== bootId() || startOf(pid!) !== start
}

/** Changes with each start of the machine. */
const bootId = (): string => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)

/** When a process was started, in the kernel's ticks; null when there is none of that number. */
const startOf = (pid: string): string | null => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]! // its name, in brackets, may hold anything
  } catch {
    return null
  }
}
