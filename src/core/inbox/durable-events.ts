import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { createInboxEventQueue } from './event-queue.ts'
import { newFileName } from './journal/files.ts'
import { openJournal } from './journal/journal.ts'
import { journalOwner } from './journal/owner.ts'
import { createProgress } from './journal/progress.ts'
import type { JournalRecord } from './journal/record.ts'
import { createMaking } from './make-events.ts'
import type { Markers } from './markers/markers.ts'
import { syncFileSystem } from './system-sync.ts'

export interface DurableEventsDeps {
  /** Folder of journals; it is there. */
  folder: string
  journalBytes: number
  /** See that the folder of an event is there. @throws when something else is. */
  folderFor(record: JournalRecord): string
  markers: Pick<Markers, 'add' | 'write'>
  clock: Pick<Clock, 'now' | 'after'>
  events: {
    journalFailed(facts: { error: unknown }): void
    makingFailed(facts: { error: unknown }): void
  }
}

/** Keeps events in a journal, and makes their files a moment later. Closing it waits for the files. */
export interface DurableEvents extends AsyncDisposable {
  /**
   * Resolves with true once an event survives a power cut. With false it can't be kept here: the caller must make it
   * durable by itself.
   *
   * @throws when the disk refuses it, or the files of those that were kept before. Then nothing of it is left.
   */
  keep(record: JournalRecord): Promise<boolean>
}

/**
 * A journal requires syncing files and detecting a dead owner: without both there is no journal.
 *
 * @returns null then.
 */
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
  const making = createMaking({
    queue: createInboxEventQueue({ ...deps, scratch, progress }),
    clock,
    onFailure: (error) => events.makingFailed({ error }),
  })
  const journal = openJournal({
    folder,
    segmentBytes: journalBytes,
    clock,
    syncFiles,
    onFailure,
    onKept: making.take,
  })
  return {
    keep(record) {
      making.retry()
      return journal.append(record)
    },
    async [Symbol.asyncDispose]() {
      await journal.flushed()
      await journal.close(making.finish())
      progress[Symbol.dispose]()
      rmSync(scratch, { force: true })
    },
  }
}
