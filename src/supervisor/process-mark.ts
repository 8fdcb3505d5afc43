import { bootId, processStart } from '#ground/base/process-start.ts'

/** A process as a record names it. */
interface ProcessMark {
  pid: number
  /** Tells two processes with the same number apart; null where the system does not say. */
  startedAt: string | null
}

export const isRunning = ({ pid, startedAt }: ProcessMark): boolean =>
  startedAt === null ? isKnownToTheSystem(pid) : startOf(pid) === startedAt

/** All that can be asked where there is no `/proc`. */
const isKnownToTheSystem = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // somebody else's
  }
}

/** Boot and start time of a process. */
export const startOf = (pid: number): string | null => {
  const start = processStart(pid)
  return start && `${bootId()} ${start}`
}
