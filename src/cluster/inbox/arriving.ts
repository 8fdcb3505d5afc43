import { mkdirSync } from 'node:fs'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import { lstat, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { EventState } from '#core/inbox/inbox.ts'
import { ensureFolders, inboxesLayout, layoutOf } from '#core/inbox/layout.ts'
import { syncFileSystem } from '#core/inbox/system-sync.ts'
import { writeWhole } from '#core/inbox/write-whole.ts'

/** An event on its way to the Hub's folder. */
export interface Arrival {
  /** Name of the endpoint or channel. */
  inbox: string
  event: string
  state: EventState
  /** Whether it was processed without a matching trigger. */
  unmatched: boolean
}

/**
 * Events on their way from the store to a Hub's folder. They are first written to a private folder, and are
 * moved to their places once all of them survive a power cut: a file in its place is complete.
 */
export interface Arriving {
  /** Whether the event is there. @returns `other` when what has its name there is something else. */
  find(arrival: Arrival, content: Buffer): Promise<'none' | 'same' | 'other'>
  /**
   * From now on, the Hub's folder and the store each hold a part. Unplaced files of an earlier move are
   * deleted.
   */
  begin(): Promise<void>
  write(arrival: Arrival, content: Buffer): void
  /** Bring all that was written to its place. */
  place(): Promise<void>
  /** Records which of the processed events matched no trigger. */
  noteUnmatched(arrival: Arrival): Promise<void>
  /** Makes all arrived events survive a power cut. */
  sync(): Promise<void>
  /** All is there, and nowhere else. */
  finish(): Promise<void>
}

/** Removes the rest of an interrupted move once the database holds everything again. */
export const forgetArriving = (hubFolder: string): Promise<void> =>
  rm(inboxesLayout(hubFolder).arriving, { recursive: true, force: true })

const STATES = ['pending', 'processed', 'quarantined'] as const satisfies readonly EventState[]

export function arrivingAt(hubFolder: string): Arriving {
  const { root, dedup, arriving: folder } = inboxesLayout(hubFolder)
  return {
    async find({ inbox, event, state }, content) {
      for (const found of STATES) {
        const path = join(layoutOf(hubFolder, inbox).events[found], event)
        const facts = await lstat(path).catch(nullWhenMissing)
        if (facts === null) continue
        const isSame = facts.isFile() && content.equals(await readFile(path))
        // A waiting event would be handled again.
        return isSame && (found === state || found !== 'pending') ? 'same' : 'other'
      }
      return 'none'
    },
    async begin() {
      // If markers exist, local events are moved to the store again should the Hub continue there.
      ensureFolders(root, dedup)
      await forgetArriving(hubFolder)
      ensureFolders(folder)
    },
    write({ inbox, event, state }, content) {
      const place = join(folder, inbox, state)
      mkdirSync(place, { recursive: true, mode: 0o700 })
      writeWhole(join(place, `.${event}`), join(place, event), content)
    },
    async place() {
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
    async noteUnmatched({ inbox, event }) {
      const { chain, events, unmatched } = layoutOf(hubFolder, inbox)
      ensureFolders(...chain, events.processed, unmatched)
      await writeFile(join(unmatched, event), '', { mode: 0o600 })
    },
    sync: () => syncFileSystem(root),
    async finish() {
      await rm(join(root, 'claimed'), { recursive: true, force: true }) // copies
      await forgetArriving(hubFolder)
    },
  }
}
