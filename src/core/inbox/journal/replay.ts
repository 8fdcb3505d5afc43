import { nullWhenMissing } from '#ground/base/missing-file.ts'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureFolders, layoutOf, type InboxesLayout, type InboxLayout } from '../layout.ts'
import type { Markers } from '../markers/markers.ts'
import { writeWhole } from '../write-whole.ts'
import { isOurs, newFileName } from './files.ts'
import { isOwnerGone } from './owner.ts'
import { decodeRecords, type JournalRecord } from './record.ts'

export interface ReplayDeps {
  hubFolder: string
  layout: InboxesLayout
  markers: Pick<Markers, 'add' | 'write'>
  oldEndpoint: string
  syncFiles(): Promise<void>
}

export async function replayJournals({
  hubFolder,
  layout,
  markers,
  oldEndpoint,
  syncFiles,
}: ReplayDeps): Promise<number> {
  let restored = 0
  const scratch = join(layout.journal, newFileName('scratch'))
  const finished: string[] = []
  for (const entry of await readdir(layout.journal, { withFileTypes: true })) {
    const { name } = entry
    if (!entry.isFile() || !isOurs(name) || !isOwnerGone(name)) continue
    const path = join(layout.journal, name)
    finished.push(path)
    if (!name.endsWith('.log')) continue
    for (const record of decodeRecords(await readFile(path))) {
      const inbox = layoutOf(hubFolder, record.endpoint ?? oldEndpoint)
      ensureFolders(...inbox.chain)
      const found = await findEvent(inbox, record)
      const path = found?.path ?? join(inbox.events.pending, record.event)
      if (!found?.isWhole) writeWhole(scratch, path, record.content)
      if (found === null) restored++
      markers.add(record.markers)
    }
    markers.write()
  }
  if (finished.length === 0) return 0
  await syncFiles()
  for (const path of finished) await rm(path, { force: true })
  return restored
}

/** Checks the content too, because a power cut can leave a name without content. */
async function findEvent(
  { events }: InboxLayout,
  { event, content }: JournalRecord,
): Promise<{ path: string; isWhole: boolean } | null> {
  for (const folder of Object.values(events)) {
    const path = join(folder, event)
    const found = await readFile(path).catch(nullWhenMissing)
    if (found !== null) return { path, isWhole: found.equals(content) }
  }
  return null
}
