import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import type { JournalRecord } from './journal/record.ts'
import type { Markers } from './markers/markers.ts'

/** If the call resolves, file and markers survive a power cut; if it rejects, nothing remains. */
export async function storeDurably(
  folder: string,
  record: JournalRecord,
  markers: Pick<Markers, 'leaveDurably'>,
): Promise<void> {
  const path = join(folder, record.event)
  try {
    await writeFileDurably(path, record.content)
    await markers.leaveDurably(record.markers)
  } catch (error) {
    removeIfThere(path)
    throw error
  }
}

const removeIfThere = (path: string) => {
  try {
    unlinkSync(path)
  } catch {
    // The file does not exist or cannot be removed.
  }
}
