import { bootId, processStart } from '#ground/base/process-start.ts'

/** Boot id, process id and start time, to detect later whether the process has exited. @throws without `/proc`. */
export const journalOwner = (): string => `${shortBootId()}-${process.pid}-${processStart('self')}`

export const ownerIfKnown = (): string => {
  try {
    return journalOwner()
  } catch {
    return 'unknown'
  }
}

export function isOwnerGone(fileName: string): boolean {
  const [boot, pid, start] = fileName.split('-')
  try {
    return boot !== shortBootId() || processStart(Number(pid)) !== start
  } catch {
    return false
  }
}

const shortBootId = (): string => bootId().slice(0, 8)
