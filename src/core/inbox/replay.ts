import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { isOwnerGone } from './journal-owner.ts'
import { decodeRecords, type JournalRecord } from './journal-record.ts'
import { ensureFolders, layoutOf, type InboxesLayout, type InboxLayout } from './layout.ts'
import type { Markers } from './markers.ts'

export interface ReplayDeps {
  hubFolder: string
  layout: InboxesLayout
  markers: Markers
  /** Endpoint of records that name none. */
  oldEndpoint: string
}

/**
 * Bring back what a crash took: write each event of the journals again that isn't there as it was acknowledged, and
 * its marker. Journals of processes that are gone are removed once everything of them is on the disk.
 *
 * @returns how many events were missing.
 */
export async function replayJournals(
  { hubFolder, layout, markers, oldEndpoint }: ReplayDeps,
  syncFiles: () => Promise<void>,
): Promise<number> {
  let restored = 0
  const finished: string[] = []
  for (const entry of await readdir(layout.journal, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isFile() || !name.endsWith('.log') || !isOwnerGone(name)) continue
    const path = join(layout.journal, name)
    for (const record of decodeRecords(await readFile(path))) {
      const inbox = layoutOf(hubFolder, record.endpoint ?? oldEndpoint)
      ensureFolders(...inbox.chain)
      if (!(await isThere(inbox, record))) {
        await writeFileDurably(join(inbox.events.pending, record.event), record.content)
        restored++
      }
      markers.mark(record.markers)
    }
    finished.push(path)
  }
  if (finished.length === 0) return 0
  await syncFiles()
  for (const path of finished) await rm(path, { force: true })
  return restored
}

/** Whether an event is in one of its places with every byte: a power cut can leave a name without its content. */
async function isThere({ events }: InboxLayout, { event, content }: JournalRecord): Promise<boolean> {
  for (const folder of Object.values(events)) {
    const path = join(folder, event)
    const found = await readFile(path).catch(nullWhenMissing)
    if (found === null) continue
    if (!found.equals(content)) await writeFileDurably(path, content)
    return true
  }
  return false
}

const nullWhenMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
  throw error
}
