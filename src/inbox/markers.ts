import { closeSync, constants, linkSync, openSync, statSync, unlinkSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isPastWindow, WINDOW_MS, type DedupKey } from './dedup-key.ts'
import { ensureFolders } from './layout.ts'
import type { FolderSync } from './folder-sync.ts'

/**
 * The markers of deliveries that were stored: names of empty files. Most are links to the marker before them, since a
 * name is all that is needed: a million markers then take a few dozen inodes, and making one takes less than half as long.
 */
export interface Markers {
  isMarked(key: Pick<DedupKey, 'seen'>): boolean
  /** Leave a marker; when this returns it is there, though not yet safe from a power cut. */
  mark(marker: string): void
  /** Make the marker's name durable. */
  sync(marker: string): Promise<void>
  unmark(marker: string): void
  /** Remove the folders of windows that are over. Looks at most once in a window. */
  sweep(nowMs: number): Promise<void>
}

/** @param folder The dedup folder, there or not. */
export function createMarkers(folder: string, folderSync: FolderSync): Markers {
  let sweptWindow = -1
  /** Marker that others are linked to. */
  let linked: string | null = null
  return {
    isMarked: ({ seen }) =>
      seen.some((marker) => statSync(join(folder, marker), { throwIfNoEntry: false }) !== undefined),
    mark(marker) {
      const path = join(folder, marker)
      ensureFolders(folder, dirname(path))
      if (linked !== null && isLinked(linked, path)) return
      create(path)
      linked = path
    },
    async sync(marker) {
      const path = join(folder, marker)
      await using file = await open(path, 'r')
      await file.sync()
      await folderSync.sync(dirname(path))
      await folderSync.sync(folder)
    },
    unmark: (marker) => unlinkSync(join(folder, marker)),
    async sweep(nowMs) {
      const window = Math.floor(nowMs / WINDOW_MS)
      if (window === sweptWindow) return
      sweptWindow = window
      for (const name of await readdir(folder))
        if (isPastWindow(name, nowMs)) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

/** Link a marker to another; false when that one is gone, holds as many links as it may, or can't be linked at all. */
const isLinked = (from: string, to: string): boolean => {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
}

/** All of it or nothing: a marker that stayed behind would hide a delivery that was not stored. */
const create = (path: string) => {
  const file = openSync(path, CREATE, 0o600)
  try {
    closeSync(file)
  } catch (error) {
    unlinkSync(path)
    throw error
  }
}

const CREATE = constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
