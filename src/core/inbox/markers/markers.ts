import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { isPastWindow, WINDOW_MS, type DedupKey } from '../dedup-key.ts'
import { ownerIfKnown } from '../journal/owner.ts'
import { ensureFolders } from '../layout.ts'
import { takeOverMarkerFiles } from './earlier.ts'
import { createMarkerLog, type MarkerLog } from './log.ts'
import { MARKER_BYTES } from './table.ts'

export interface Markers extends Disposable {
  open(): Promise<void>
  refresh(): void
  isMarked(key: Pick<DedupKey, 'seen'>): boolean
  /** The markers are only in memory until `write`. */
  add(markers: readonly string[]): void
  /** @throws when the disk refuses the write; the next call tries it again. */
  write(): void
  /** Stores all markers or none. Once stored, they survive a power cut. */
  leaveDurably(markers: readonly string[]): Promise<void>
  sweep(nowMs: number): Promise<void>
}

export function createMarkers(folder: string, clock: Pick<Clock, 'now'>): Markers {
  const ids = join(folder, 'ids')
  const owner = ownerIfKnown()
  const logs = new Map<string, MarkerLog>()
  let sweptWindow = -1

  const logOf = (marker: string): MarkerLog => {
    const endpoint = marker.slice(0, marker.indexOf('/'))
    const within = endpoint.startsWith('window-') ? join(folder, endpoint) : ids
    let log = logs.get(within)
    if (!log) {
      log = createMarkerLog({ folder: within, owner, now: clock.now })
      logs.set(within, log)
      log.refresh()
    }
    return log
  }
  const logsOf = (markers: readonly string[]) => new Set(markers.map(logOf))
  const write = (some: Iterable<MarkerLog>) => {
    ensureFolders(folder)
    for (const log of some) log.write()
  }

  return {
    async open() {
      const log = logOf('ids/')
      await takeOverMarkerFiles(folder, log)
      await log.merge()
    },
    refresh() {
      for (const log of logs.values()) log.refresh()
    },
    isMarked: ({ seen }) => seen.some((marker) => logOf(marker).has(hashOf(marker))),
    add(markers) {
      for (const marker of markers) logOf(marker).add(hashOf(marker))
    },
    write: () => write(logs.values()),
    async leaveDurably(markers) {
      const some = logsOf(markers)
      const rollbacks = markers.map((marker) => addTo(logOf(marker), hashOf(marker)))
      try {
        write(some)
        await Promise.all([...some].map((log) => log.sync()))
      } catch (error) {
        for (const one of rollbacks) one()
        throw error
      }
    },
    async sweep(nowMs) {
      const window = Math.floor(nowMs / WINDOW_MS)
      if (window === sweptWindow) return
      sweptWindow = window
      for (const [within, log] of logs)
        if (isPastWindow(within.slice(folder.length + 1), nowMs)) {
          log[Symbol.dispose]()
          logs.delete(within)
        }
      if (!existsSync(folder)) return
      for (const name of await readdir(folder))
        if (isPastWindow(name, nowMs)) await rm(join(folder, name), { recursive: true, force: true })
    },
    [Symbol.dispose]() {
      for (const log of logs.values()) log[Symbol.dispose]()
    },
  }
}

const addTo = (log: MarkerLog, hash: Buffer): (() => void) => {
  const at = log.add(hash)
  return at === null ? () => {} : () => log.rollBack(hash, at)
}

const hashOf = (marker: string): Buffer => {
  const digits = marker.slice(marker.indexOf('/') + 1, marker.indexOf('/') + 1 + 2 * MARKER_BYTES)
  return Buffer.from(digits.padEnd(2 * MARKER_BYTES, '0'), 'hex')
}
