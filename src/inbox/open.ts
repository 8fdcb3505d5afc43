import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#base/clock.ts'
import { syncFolder } from '#base/durable-file.ts'
import { dedupKey, type DedupKey } from './dedup-key.ts'
import { eventFile } from './event-file.ts'
import { createEventNames, nanosecondsOf, type EventNames } from './event-name.ts'
import { createFolderSync } from './folder-sync.ts'
import type { Delivery, Inbox, Stored } from './inbox.ts'
import { journalOwner } from './journal-owner.ts'
import { openJournal, type Journal } from './journal.ts'
import { ensureFolders, layoutOf, type InboxLayout } from './layout.ts'
import { createMarkers, type Markers } from './markers.ts'
import { replayJournals } from './replay.ts'
import { syncFileSystem } from './system-sync.ts'
import { writeEvent } from './write-event.ts'

export interface InboxOptions {
  hubFolder: string
  /** Endpoint name. */
  name: string
  clock: Clock
  events: InboxEvents
  /** Size of a journal file; 0 does without a journal. */
  journalBytes?: number
}

export interface InboxEvents {
  /** Events that were acknowledged before a crash and missing after it are back. */
  eventsRestored(facts: { count: number }): void
  /** The inbox can't be used as it is; the next delivery tries again. */
  inboxFailed(facts: { error: unknown }): void
  /** The journal can't be used or kept; events are made durable one by one, which is slower and as safe. */
  journalFailed(facts: { error: unknown }): void
}

const JOURNAL_BYTES = 8 * 1024 * 1024

/**
 * Open the inbox of an endpoint. It is usable at once: recovery from a crash goes on beside it, and a delivery waits
 * for it. While recovery fails, storing does, and tries it again.
 */
export function openInbox(options: InboxOptions): Inbox {
  const { hubFolder, name, clock, events, journalBytes = JOURNAL_BYTES } = options
  const layout = layoutOf(hubFolder, name)
  const folderSync = createFolderSync()
  const markers = createMarkers(layout.dedup, folderSync)
  const storing = new Map<string, Promise<unknown>>()
  let recovered: Promise<EventNames> | null = null
  let journal: Journal | null = null
  let sweeping: Promise<void> = Promise.resolve()
  let closing: Promise<void> | null = null
  let foldersChecked = false
  let isRecovered = false

  const recover = (): Promise<EventNames> => {
    recovered ??= recoverInbox(layout, markers, { clock, events }).then(
      (names) => {
        isRecovered = true
        return names
      },
      (error: unknown) => {
        recovered = null
        throw error
      },
    )
    return recovered
  }

  /** Once for all that is stored in one turn of the event loop. */
  const checkFolders = () => {
    if (foldersChecked) return
    ensureFolders(...layout.chain, layout.dedup)
    foldersChecked = true
    setImmediate(() => (foldersChecked = false))
  }

  const isRepeat = (key: DedupKey): boolean => {
    checkFolders()
    return markers.isMarked(key)
  }

  const storeNew = async (delivery: Delivery, key: DedupKey, isNew: boolean): Promise<Stored> => {
    const names = await recover()
    const now = clock.now()
    if (!isNew && isRepeat(key)) return { outcome: 'duplicate' }
    const record = { event: names.next(now), marker: key.mark, content: eventFile(name, now, delivery) }
    await writeEvent({ folder: layout.events.pending, markers, folderSync, journal }, record)
    return { outcome: 'stored', event: record.event }
  }

  const opening = (async () => {
    await recover()
    if (journalBytes > 0) journal = await startJournal(layout, { clock, events, journalBytes })
  })().catch((error: unknown) => events.inboxFailed({ error }))

  const close = async () => {
    await opening
    await Promise.allSettled(storing.values())
    await sweeping
    await journal?.[Symbol.asyncDispose]()
  }

  return {
    async store(delivery) {
      const now = clock.now()
      const key = dedupKey(name, delivery, now)
      // What is being stored may have its marker already, and may still fail.
      if (storing.has(key.copies)) return { outcome: 'in-progress' }
      // Asked here, so that repeats of what is stored are not in one another's way. Before recovery nobody can tell.
      const isNew = isRecovered
      if (isNew && isRepeat(key)) return { outcome: 'duplicate' }
      const stored = storeNew(delivery, key, isNew).finally(() => storing.delete(key.copies))
      storing.set(key.copies, stored)
      sweeping = stored.then(() => markers.sweep(now)).catch(() => {}) // tried again in the next window
      return stored
    },
    [Symbol.asyncDispose]: () => (closing ??= close()),
  }
}

async function recoverInbox(
  layout: InboxLayout,
  markers: Markers,
  { clock, events }: Pick<InboxOptions, 'clock' | 'events'>,
): Promise<EventNames> {
  const { pending, processed, quarantined } = layout.events
  ensureFolders(...layout.chain, processed, quarantined, layout.dedup, layout.journal)
  for (const folder of [dirname(layout.chain[0]!), ...layout.chain]) await syncFolder(folder)
  const restored = await replayJournals(layout, markers, () => syncFileSystem(layout.journal))
  if (restored > 0) events.eventsRestored({ count: restored })
  await sweepTemporary(pending, clock.now())
  const newest = await Promise.all([pending, processed, quarantined].map(newestName))
  return createEventNames(newest.filter((name) => name !== null))
}

/** A journal needs a way to sync what it stands for, and to know a dead owner: without them there is none. */
async function startJournal(
  layout: InboxLayout,
  { clock, events, journalBytes }: Required<Pick<InboxOptions, 'clock' | 'events' | 'journalBytes'>>,
): Promise<Journal | null> {
  const onFailure = (error: unknown) => events.journalFailed({ error })
  try {
    const syncFiles = () => syncFileSystem(layout.journal)
    await syncFiles()
    const owner = journalOwner()
    return openJournal({
      folder: layout.journal,
      owner,
      segmentBytes: journalBytes,
      clock,
      syncFiles,
      onFailure,
    })
  } catch (error) {
    onFailure(error)
    return null
  }
}

/** Hours a temporary file is left alone: a slow writer may still be at it. */
const STALE_HOURS = 36

async function sweepTemporary(folder: string, nowMs: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!/^\.\d{19}-[0-9a-f]+\.json(\.[0-9a-f]+)?$/.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path)
    if (nowMs - mtimeMs > STALE_HOURS * 3_600_000) await rm(path, { force: true })
  }
}

const newestName = async (folder: string): Promise<string | null> => {
  let newest: string | null = null
  for await (const { name } of await opendir(folder, { bufferSize: 1024 }))
    if (nanosecondsOf(name) !== null && (newest === null || name > newest)) newest = name
  return newest
}
