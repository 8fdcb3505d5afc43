import { bootId, processStart } from '#ground/base/process-start.ts'

interface ProcessMark {
  pid: number
  /** Start of the process, which distinguishes processes with the same id; null if the system does not provide it. */
  startedAt: string | null
}

export const isRunning = ({ pid, startedAt }: ProcessMark): boolean =>
  startedAt === null ? processExists(pid) : startOf(pid) === startedAt

/**
 * Cannot distinguish the process from a later process with the same id, so it is used only on systems without
 * `/proc`.
 */
const processExists = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // another user's process
  }
}

export const startOf = (pid: number): string | null => {
  const start = processStart(pid)
  return start && `${bootId()} ${start}`
}
