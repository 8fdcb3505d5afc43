import { unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import type { JournalRecord } from './journal/record.ts'
import type { Markers } from './markers/markers.ts'

/**
 * Store an event that no journal holds: its file and then its markers, each on the disk before the next. When this
 * resolves all are there and survive a power cut; when it rejects none is there that was not before.
 */
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
    // the file was never created, or the disk is failing; ignore
  }
}
