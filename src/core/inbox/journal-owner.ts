import { bootId, processStart } from '#ground/base/process-start.ts'

/**
 * Names what this process writes, so that a later one can tell whether the writer is gone: boot, process, start.
 *
 * @throws on systems without `/proc`.
 */
export const journalOwner = (): string => `${shortBootId()}-${process.pid}-${processStart('self')}`

/** Whether the process that a journal file is named after can't be running any more. */
export function isOwnerGone(fileName: string): boolean {
  const [boot, pid, start] = fileName.split('-')
  return boot !== shortBootId() || processStart(Number(pid)) !== start
}

const shortBootId = (): string => bootId().slice(0, 8)
