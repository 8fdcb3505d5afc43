import { mkdirSync } from 'node:fs'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventState } from '#core/inbox/inbox.ts'
import { ensureFolders, inboxesLayout, layoutOf } from '#core/inbox/layout.ts'
import { syncFileSystem } from '#core/inbox/system-sync.ts'
import { writeWhole } from '#core/inbox/write-whole.ts'

export interface Arrival {
  inbox: string
  event: string
  state: EventState
  /** True for a processed event that matched no trigger. */
  unmatched: boolean
}

/** Each file is synced in a private folder and then renamed, so that a file at its final path is complete. */
export interface FolderImport {
  /** @returns `other` if a file with the event's name has other content, or is pending although the event has ended. */
  find(arrival: Arrival, content: Buffer): Promise<'none' | 'same' | 'other'>
  /** Until `finish`, data is split between folder and database. Deletes files of an earlier, interrupted move. */
  begin(): Promise<void>
  write(arrival: Arrival, content: Buffer): void
  placeFiles(): Promise<void>
  markUnmatched(arrival: Arrival): Promise<void>
  sync(): Promise<void>
  finish(): Promise<void>
}

/** Deletes copies of events that an unfinished move left in the folder. Call it only if the database has all data. */
export const deleteFolderImport = (hubFolder: string): Promise<void> =>
  rm(inboxesLayout(hubFolder).arriving, { recursive: true, force: true })

const STATES = ['pending', 'processed', 'quarantined'] as const satisfies readonly EventState[]

export function openFolderImport(hubFolder: string): FolderImport {
  const { root, dedup, arriving: folder } = inboxesLayout(hubFolder)
  return {
    async find({ inbox, event, state }, content) {
      for (const found of STATES) {
        const path = join(layoutOf(hubFolder, inbox).events[found], event)
        const facts = await lstat(path).catch(nullWhenMissing)
        if (facts === null) continue
        const isSame = facts.isFile() && content.equals(await readFile(path))
        // The Hub would process a pending file again, so it must not count as the file of an event that has ended.
        return isSame && (found === state || found !== 'pending') ? 'same' : 'other'
      }
      return 'none'
    },
    async begin() {
      // Creates `dedup` even without markers, because `moveInboxIn` moves data only if `dedup` or a journal exists.
      ensureFolders(root, dedup)
      await deleteFolderImport(hubFolder)
      ensureFolders(folder)
    },
    write({ inbox, event, state }, content) {
      const stateFolder = join(folder, inbox, state)
      mkdirSync(stateFolder, { recursive: true, mode: 0o700 })
      writeWhole(join(stateFolder, `.${event}`), join(stateFolder, event), content)
    },
    async placeFiles() {
      await syncFileSystem(folder)
      for (const inbox of await readdir(folder)) {
        const { chain, events } = layoutOf(hubFolder, inbox)
        ensureFolders(...chain, ...Object.values(events))
        for (const state of STATES) {
          const written = join(folder, inbox, state)
          for (const event of await readdir(written).catch(() => []))
            await rename(join(written, event), join(events[state], event))
        }
      }
    },
    async markUnmatched({ inbox, event }) {
      const { chain, events, unmatched } = layoutOf(hubFolder, inbox)
      ensureFolders(...chain, events.processed, unmatched)
      await writeFile(join(unmatched, event), '', { mode: 0o600 })
    },
    sync: () => syncFileSystem(root),
    async finish() {
      await rm(join(root, 'claimed'), { recursive: true, force: true }) // working copies of claimed events
      await deleteFolderImport(hubFolder)
    },
  }
}
