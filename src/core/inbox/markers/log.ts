import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fdatasync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { isOwnerGone } from '../journal/owner.ts'
import { ensureFolders } from '../layout.ts'
import { createMarkerTable, MARKER_BYTES, type MarkerTable } from './table.ts'

export interface MarkerLogDeps {
  /** The folder need not exist. */
  folder: string
  owner: string
  now(): number
}

/**
 * Each process appends to its own file and reads those of other processes, so that writes never conflict. Markers
 * lost in a power cut are restored from the journal.
 */
export interface MarkerLog extends Disposable {
  has(marker: Buffer): boolean
  refresh(): void
  /** Adds the marker in memory only. Returns its offset, or null if it already existed. */
  add(marker: Buffer): number | null
  /** @throws when the disk refuses the write; the next call tries it again. */
  write(): void
  sync(): Promise<void>
  rollBack(marker: Buffer, at: number): void
  merge(): Promise<void>
}

const ENDING = '.markers'
const EARLIER = /^[0-9a-f]{64}$/
const MAX_FINISHED_FILES = 8
/** A file that changed within this time may change again and keep the same modification time. */
const SETTLED_MS = 100

const NOTHING = Buffer.alloc(0)

const syncData = promisify(fdatasync)

export function createMarkerLog({ folder, owner, now }: MarkerLogDeps): MarkerLog {
  const own = `${owner}-${randomBytes(4).toString('hex')}${ENDING}`
  const table: MarkerTable = createMarkerTable()
  const read = new Map<string, number>()
  const finished = new Set<string>()
  let listedAt = -1
  let file: number | null = null
  let unwritten: Buffer[] = []
  let written = 0

  const list = () => {
    const facts = statSync(folder, { throwIfNoEntry: false })
    if (facts === undefined || facts.mtimeMs === listedAt) return
    if (now() - facts.mtimeMs > SETTLED_MS) listedAt = facts.mtimeMs
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const { name } = entry
      if (!entry.isFile() || name === own || finished.has(name)) continue
      if (EARLIER.test(name)) table.add(Buffer.from(name, 'hex'))
      if (!name.endsWith(ENDING) || read.has(name)) continue
      const isFinished = isOwnerGone(name)
      follow(name, 0)
      if (isFinished && read.delete(name)) finished.add(name)
    }
  }

  const follow = (name: string, from: number) => {
    const path = join(folder, name)
    const size = statSync(path, { throwIfNoEntry: false })?.size
    if (size === undefined) return void read.delete(name)
    const bytes = size - from >= MARKER_BYTES ? readPart(path, from, size) : NOTHING
    const end = bytes.length - (bytes.length % MARKER_BYTES)
    for (let at = 0; at < end; at += MARKER_BYTES) table.add(bytes, at)
    return void read.set(name, from + end)
  }

  const write = () => {
    if (unwritten.length === 0) return
    ensureFolders(folder)
    file ??= openSync(join(folder, own), 'wx', 0o600)
    const bytes = Buffer.concat(unwritten)
    for (let done = 0; done < bytes.length;)
      done += writeSync(file, bytes, done, bytes.length - done, written + done)
    written += bytes.length
    unwritten = []
  }

  return {
    has: (marker) => table.has(marker),
    refresh() {
      list()
      for (const [name, from] of read) follow(name, from)
    },
    add(marker) {
      if (!table.add(marker)) return null
      return written + (unwritten.push(marker.subarray(0, MARKER_BYTES)) - 1) * MARKER_BYTES
    },
    write,
    async sync() {
      if (file === null) return
      await syncData(file)
      await syncFolder(folder)
    },
    rollBack(marker, at) {
      table.remove(marker)
      const zeros = Buffer.alloc(MARKER_BYTES)
      if (at >= written) unwritten[(at - written) / MARKER_BYTES] = zeros
      else writeSync(file!, zeros, 0, MARKER_BYTES, at)
    },
    async merge() {
      if (finished.size < MAX_FINISHED_FILES) return
      const all = `all-${randomBytes(8).toString('hex')}${ENDING}`
      await writeFileDurably(join(folder, all), table.bytes())
      for (const name of finished) rmSync(join(folder, name), { force: true })
      finished.clear()
      finished.add(all)
    },
    [Symbol.dispose]() {
      if (file !== null) closeSync(file)
    },
  }
}

/** Follows no symbolic link and does not wait for the writer of a FIFO. */
const READ_REGULAR = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

function readPart(path: string, from: number, to: number): Buffer {
  const file = openSync(path, READ_REGULAR)
  try {
    const bytes = Buffer.allocUnsafe(to - from)
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, from))
  } finally {
    closeSync(file)
  }
}
