import { bootId, processStart } from '#ground/base/process-start.ts'

/**
 * Boot id, process id and start time of this process. With them in a file's name, a later process can detect whether
 * the writer has exited.
 *
 * @throws on systems without `/proc`.
 */
export const journalOwner = (): string => `${shortBootId()}-${process.pid}-${processStart('self')}`

/** Result of `journalOwner`, or on systems without `/proc` a name that cannot be checked. */
export const ownerIfKnown = (): string => {
  try {
    return journalOwner()
  } catch {
    return 'unknown'
  }
}

/** True if the process in a file's name has exited. */
export function isOwnerGone(fileName: string): boolean {
  const [boot, pid, start] = fileName.split('-')
  try {
    return boot !== shortBootId() || processStart(Number(pid)) !== start
  } catch {
    return false
  }
}

const shortBootId = (): string => bootId().slice(0, 8)
