import { join } from 'node:path'
import type { JournalKept } from './journal/journal.ts'
import type { Progress } from './journal/progress.ts'
import type { JournalRecord } from './journal/record.ts'
import type { Markers } from './markers/markers.ts'
import { writeWhole } from './write-whole.ts'

export interface EventQueueDeps {
  /** Creates the folder. @throws when the path is not a folder. */
  folderFor(record: JournalRecord): string
  /** Temporary path on the same file system, used by this process only. */
  scratch: string
  markers: Pick<Markers, 'add' | 'write'>
  progress: Pick<Progress, 'set'>
}

/** Journaled events without a file, in order of arrival. */
export interface InboxEventQueue {
  /** @throws when readers cannot be notified of a pending event; the event is added nevertheless. */
  add(kept: JournalKept): void
  /** @returns true if more files remain. @throws when a file cannot be written; the next call continues with it. */
  makeSome(): boolean
}

const AT_ONCE = 64

export function createInboxEventQueue({
  folderFor,
  scratch,
  markers,
  progress,
}: EventQueueDeps): InboxEventQueue {
  const waiting: { kept: JournalKept; next: number }[] = []
  let kept = 0
  let made = 0
  /** Number of events that readers were notified of. */
  let told = 0

  const makeOne = () => {
    const batch = waiting[0]!
    const record = batch.kept.records[batch.next]!
    writeWhole(scratch, join(folderFor(record), record.event), record.content)
    made++
    if (++batch.next < batch.kept.records.length) return
    waiting.shift()
    batch.kept.settle()
  }

  return {
    add(batch) {
      waiting.push({ kept: batch, next: 0 })
      kept += batch.records.length
      for (const record of batch.records) markers.add(record.markers)
      markers.write()
      progress.set(kept, made)
    },
    makeSome() {
      if (waiting.length === 0 && told === made) return false
      markers.write()
      for (let count = 0; waiting.length > 0 && count < AT_ONCE; count++) makeOne()
      progress.set(kept, made)
      told = made
      return waiting.length > 0
    },
  }
}
