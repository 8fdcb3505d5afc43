import { bootId, processStart } from '#ground/base/process-start.ts'

/**
 * Owner's name for files of this process, so that a later process can tell whether the writer has exited:
 * boot, process, start.
 *
 * @throws on systems without `/proc`.
 */
export const journalOwner = (): string => `${shortBootId()}-${process.pid}-${processStart('self')}`

/** The same, or a name that can't be checked. */
export const ownerIfKnown = (): string => {
  try {
    return journalOwner()
  } catch {
    return 'unknown'
  }
}

/** Whether the process that a file is named after can't be running any more. */
export function isOwnerGone(fileName: string): boolean {
  const [boot, pid, start] = fileName.split('-')
  try {
    return boot !== shortBootId() || processStart(Number(pid)) !== start
  } catch {
    return false
  }
}

const shortBootId = (): string => bootId().slice(0, 8)
