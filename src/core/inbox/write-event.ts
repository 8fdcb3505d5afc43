import { closeSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { FolderSync } from './folder-sync.ts'
import type { Journal } from './journal.ts'
import type { JournalRecord } from './journal-record.ts'
import type { Markers } from './markers.ts'

export interface WriteDeps {
  /** Folder of pending events; it is there. */
  folder: string
  markers: Markers
  folderSync: FolderSync
  /** Null: each event is made durable by itself. */
  journal: Journal | null
}

/**
 * Write an event's file and then its markers. When this resolves all are there and survive a power cut; when it
 * rejects none is there that was not before. The file appears whole: it is written under a hidden name and renamed.
 */
export async function writeEvent(deps: WriteDeps, record: JournalRecord): Promise<void> {
  const temporary = join(deps.folder, `.${record.event}`)
  try {
    writeNew(temporary, record.content)
    const entry = (await deps.journal?.append(record)) ?? null
    if (entry === null) return await finishDurably(deps, record, temporary)
    try {
      finish(deps, record, temporary)
    } catch (error) {
      await entry.cancel()
      throw error
    }
    entry.settle()
  } catch (error) {
    removeIfThere(temporary)
    throw error
  }
}

/** Small writes to the page cache: waiting for a thread would take longer than they do. */
const writeNew = (path: string, content: Buffer) => {
  const file = openSync(path, 'wx', 0o600)
  try {
    for (let done = 0; done < content.length;)
      done += writeSync(file, content, done, content.length - done, done)
  } finally {
    closeSync(file)
  }
}

/** The journal has the event on the disk already: what is left only has to be there. */
const finish = ({ folder, markers }: WriteDeps, record: JournalRecord, temporary: string) => {
  const path = join(folder, record.event)
  renameSync(temporary, path)
  try {
    markers.mark(record.markers)
  } catch (error) {
    removeIfThere(path)
    throw error
  }
}

/** Bytes first, then the name, then the markers; each on the disk before the next. */
const finishDurably = async (deps: WriteDeps, record: JournalRecord, temporary: string) => {
  const { folder, markers, folderSync } = deps
  const path = join(folder, record.event)
  let marked: readonly string[] = []
  try {
    await syncFile(temporary)
    renameSync(temporary, path)
    await folderSync.sync(folder)
    marked = markers.mark(record.markers)
    await markers.sync(record.markers)
  } catch (error) {
    markers.unmark(marked)
    removeIfThere(path)
    throw error
  }
}

const syncFile = async (path: string) => {
  await using file = await open(path, 'r')
  await file.sync()
}

const removeIfThere = (path: string) => {
  try {
    unlinkSync(path)
  } catch {
    // it never came to be; or the disk is beyond telling, and a start sweeps what is left
  }
}
