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
  /**
   * Leave markers, all or none; when this returns they are there, though not yet safe from a power cut.
   *
   * @returns Those that were not there before.
   */
  mark(markers: readonly string[]): string[]
  /** Make the markers' names durable. */
  sync(markers: readonly string[]): Promise<void>
  unmark(markers: readonly string[]): void
  /** Remove the folders of windows that are over. Looks at most once in a window. */
  sweep(nowMs: number): Promise<void>
}

/** @param folder The dedup folder, there or not. */
export function createMarkers(folder: string, folderSync: FolderSync): Markers {
  let sweptWindow = -1
  /** Marker that others are linked to. */
  let linked: string | null = null

  /** @returns False when it was there before. */
  const markOne = (marker: string): boolean => {
    const path = join(folder, marker)
    ensureFolders(folder, dirname(path))
    const made = linked === null ? 'impossible' : link(linked, path)
    if (made !== 'impossible') return made === 'made'
    if (!create(path)) return false
    linked = path
    return true
  }
  const unmark = (markers: readonly string[]) => {
    for (const marker of markers) unlinkSync(join(folder, marker))
  }

  return {
    isMarked: ({ seen }) =>
      seen.some((marker) => statSync(join(folder, marker), { throwIfNoEntry: false }) !== undefined),
    mark(markers) {
      const made: string[] = []
      try {
        for (const marker of markers) if (markOne(marker)) made.push(marker)
        return made
      } catch (error) {
        unmark(made)
        throw error
      }
    },
    async sync(markers) {
      const paths = markers.map((marker) => join(folder, marker))
      await Promise.all(paths.map(syncFile))
      await Promise.all(paths.map((path) => folderSync.sync(dirname(path))))
      await folderSync.sync(folder)
    },
    unmark,
    async sweep(nowMs) {
      const window = Math.floor(nowMs / WINDOW_MS)
      if (window === sweptWindow) return
      sweptWindow = window
      for (const name of await readdir(folder))
        if (isPastWindow(name, nowMs)) await rm(join(folder, name), { recursive: true, force: true })
    },
  }
}

const syncFile = async (path: string) => {
  await using file = await open(path, 'r')
  await file.sync()
}

/** Link a marker to another; impossible when that one is gone, holds as many links as it may, or can't be linked at all. */
const link = (from: string, to: string): 'made' | 'there' | 'impossible' => {
  try {
    linkSync(from, to)
    return 'made'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'there' : 'impossible'
  }
}

/**
 * All of it or nothing: a marker that stayed behind would hide a delivery that was not stored.
 *
 * @returns False when it was there before.
 */
const create = (path: string): boolean => {
  const file = openNew(path)
  if (file === null) return false
  try {
    closeSync(file)
    return true
  } catch (error) {
    unlinkSync(path)
    throw error
  }
}

const openNew = (path: string): number | null => {
  try {
    return openSync(path, CREATE, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null
    throw error
  }
}

const CREATE = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | constants.O_NOFOLLOW
