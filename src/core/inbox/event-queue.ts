import { join } from 'node:path'
import type { FlushedRecords } from './journal/journal.ts'
import type { Progress } from './journal/progress.ts'
import type { JournalRecord } from './journal/record.ts'
import type { Markers } from './markers/markers.ts'
import { writeWhole } from './write-whole.ts'

export interface EventQueueDeps {
  folderFor(record: JournalRecord): string
  scratch: string
  markers: Pick<Markers, 'add' | 'write'>
  progress: Pick<Progress, 'set'>
}

export interface InboxEventQueue {
  /** @throws when readers cannot be notified of a pending event; the event is added nevertheless. */
  add(flushed: FlushedRecords): void
  /**
   * True if more files remain.
   * @throws when a file cannot be written; the next call continues with this file.
   */
  writeSome(): boolean
}

const BATCH_SIZE = 64

export function createInboxEventQueue({
  folderFor,
  scratch,
  markers,
  progress,
}: EventQueueDeps): InboxEventQueue {
  const waiting: { flushed: FlushedRecords; next: number }[] = []
  let addedCount = 0
  let writtenCount = 0
  let notifiedCount = 0

  const writeOne = () => {
    const batch = waiting[0]!
    const record = batch.flushed.records[batch.next]!
    writeWhole(scratch, join(folderFor(record), record.event), record.content)
    writtenCount++
    if (++batch.next < batch.flushed.records.length) return
    waiting.shift()
    batch.flushed.settle()
  }

  return {
    add(batch) {
      waiting.push({ flushed: batch, next: 0 })
      addedCount += batch.records.length
      for (const record of batch.records) markers.add(record.markers)
      markers.write()
      progress.set(addedCount, writtenCount)
    },
    writeSome() {
      if (waiting.length === 0 && notifiedCount === writtenCount) return false
      markers.write()
      for (let count = 0; waiting.length > 0 && count < BATCH_SIZE; count++) writeOne()
      progress.set(addedCount, writtenCount)
      notifiedCount = writtenCount
      return waiting.length > 0
    },
  }
}
