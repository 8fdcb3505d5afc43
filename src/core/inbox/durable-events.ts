import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { createInboxEventQueue } from './event-queue.ts'
import { newFileName } from './journal/files.ts'
import { openJournal } from './journal/journal.ts'
import { journalOwner } from './journal/owner.ts'
import { createProgress } from './journal/progress.ts'
import type { JournalRecord } from './journal/record.ts'
import { createEventFileWriter } from './event-file-writer.ts'
import type { Markers } from './markers/markers.ts'
import { syncFileSystem } from './system-sync.ts'

export interface DurableEventsDeps {
  folder: string
  journalBytes: number
  /** Creates the event's folder. @throws when its path is not a folder. */
  folderFor(record: JournalRecord): string
  markers: Pick<Markers, 'add' | 'write'>
  clock: Pick<Clock, 'now' | 'after'>
  events: {
    journalFailed(facts: { error: unknown }): void
    fileWriteFailed(facts: { error: unknown }): void
  }
}

/** Closing waits until the files of all persisted events are written. */
export interface DurableEvents extends AsyncDisposable {
  /**
   * Resolves with true once the event survives a power failure. If false, the caller must make the event durable.
   * @throws Error if the disk cannot store this event or the pending files of earlier events. This event is then not stored.
   */
  persist(record: JournalRecord): Promise<boolean>
}

/** Null on systems without `sync -f` or `/proc`, which a journal needs. */
export async function openDurableEvents(deps: DurableEventsDeps): Promise<DurableEvents | null> {
  const { folder, events } = deps
  const onFailure = (error: unknown) => events.journalFailed({ error })
  const syncFiles = () => syncFileSystem(folder)
  try {
    journalOwner()
    await syncFiles()
    return start(deps, syncFiles, onFailure)
  } catch (error) {
    onFailure(error)
    return null
  }
}

function start(
  { folder, journalBytes, clock, events, ...deps }: DurableEventsDeps,
  syncFiles: () => Promise<void>,
  onFailure: (error: unknown) => void,
): DurableEvents {
  const progress = createProgress(folder)
  const scratch = join(folder, newFileName('scratch'))
  const writer = createEventFileWriter({
    queue: createInboxEventQueue({ ...deps, scratch, progress }),
    clock,
    onFailure: (error) => events.fileWriteFailed({ error }),
  })
  const journal = openJournal({
    folder,
    segmentBytes: journalBytes,
    clock,
    syncFiles,
    onFailure,
    onFlushed: writer.enqueue,
  })
  return {
    persist(record) {
      writer.retry()
      return journal.append(record)
    },
    async [Symbol.asyncDispose]() {
      await journal.flushed()
      await journal.close(writer.writeAll())
      progress[Symbol.dispose]()
      rmSync(scratch, { force: true })
    },
  }
}
