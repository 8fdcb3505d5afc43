import { close, fdatasync, open, unlinkSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { statfs } from 'node:fs/promises'
import { promisify } from 'node:util'
import { syncFolder } from '#ground/base/durable-file.ts'
import { encodeRecord, END, type JournalRecord } from './record.ts'

/** The segment's file is preallocated, so that writes never change its size and a flush needs no metadata. */
export interface Segment {
  end(): number
  fits(record: JournalRecord): boolean
  /** Appends as many records as fit and returns their number. They are durable after the next `sync`. */
  write(records: readonly JournalRecord[]): number
  sync(): Promise<void>
  cutAt(at: number): void
  /** The next write starts at the beginning, and earlier records are never replayed. */
  clear(): Promise<void>
  close(): Promise<void>
  remove(): Promise<void>
}

const openFile = promisify(open)
const closeFile = promisify(close)
const syncData = promisify(fdatasync)

const MAX_OVERHEAD_BYTES = 512

/** The free disk space must be at least this multiple of a segment's size, because event files need space too. */
const SHARE_OF_FREE = 8

/** @throws when the disk has too little space; no file remains then. */
export async function createSegment(path: string, bytes: number): Promise<Segment> {
  const { bavail, bsize } = await statfs(dirname(path))
  if (bavail * bsize < bytes * SHARE_OF_FREE) throw new Error(`too little free disk space for ${path}`)
  const file = await openFile(path, 'wx', 0o600)
  try {
    const zeros = Buffer.alloc(bytes)
    for (let at = 0; at < bytes;) at += writeSync(file, zeros, at, bytes - at, at)
    await syncData(file)
    await syncFolder(dirname(path))
  } catch (error) {
    await closeFile(file)
    unlinkSync(path)
    throw error
  }
  return segmentOver(file, path, bytes)
}

const sizeOf = ({ content }: JournalRecord): number => content.length + MAX_OVERHEAD_BYTES

const segmentOver = (file: number, path: string, bytes: number): Segment => {
  let generation = 1
  let end = 0
  const writeAll = (buffer: Buffer, position: number) => {
    for (let done = 0; done < buffer.length;)
      done += writeSync(file, buffer, done, buffer.length - done, position + done)
  }
  return {
    end: () => end,
    fits: (record) => end + sizeOf(record) <= bytes,
    write(records) {
      const encoded: Buffer[] = []
      let room = bytes - end
      for (const record of records) {
        if ((room -= sizeOf(record)) < 0) break
        encoded.push(encodeRecord(record, generation))
      }
      const all = Buffer.concat(encoded)
      writeAll(all, end)
      end += all.length
      return encoded.length
    },
    sync: () => syncData(file),
    cutAt: (at) => writeAll(END, at),
    async clear() {
      generation++
      end = 0
      writeAll(END, 0)
      await syncData(file)
    },
    close: () => closeFile(file),
    async remove() {
      await closeFile(file)
      unlinkSync(path)
    },
  }
}
