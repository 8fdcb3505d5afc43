import { opendir, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { syncFolder } from '#ground/base/durable-file.ts'
import { createEventNames, nanosecondsOf, type EventNames } from './event-name.ts'
import { ensureFolders, layoutOf } from './layout.ts'
import { replayJournals, type ReplayDeps } from './journal/replay.ts'
import type { Markers } from './markers/markers.ts'
import { syncFileSystem } from './system-sync.ts'

export async function recoverAll({
  events,
  ...deps
}: Omit<ReplayDeps, 'syncFiles'> & {
  markers: Pick<Markers, 'open'>
  events: { eventsRestored(facts: { count: number }): void }
}): Promise<void> {
  const { root, webhooks, dedup, journal } = deps.layout
  ensureFolders(root, webhooks, dedup, journal)
  for (const folder of [dirname(root), root]) await syncFolder(folder)
  await deps.markers.open()
  const restored = await replayJournals({ ...deps, syncFiles: () => syncFileSystem(journal) })
  if (restored > 0) events.eventsRestored({ count: restored })
}

/** Call it after `recoverAll`, because new event names must sort after the names of all restored events. */
export async function recoverInbox(
  hubFolder: string,
  endpoint: string,
  clock: Pick<Clock, 'now'>,
): Promise<EventNames> {
  const { chain, events } = layoutOf(hubFolder, endpoint)
  const { pending, processed, quarantined } = events
  ensureFolders(...chain, processed, quarantined)
  for (const folder of chain.slice(1)) await syncFolder(folder)
  await sweepTemporary(pending, clock.now())
  const newest = await Promise.all([pending, processed, quarantined].map(newestName))
  return createEventNames(newest.filter((name) => name !== null))
}

/** Younger temporary files are kept, because a slow writer may still need them. */
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
