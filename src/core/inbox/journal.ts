import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { JournalRecord } from './journal-record.ts'
import { createSegment, type Segment } from './segment.ts'

/** A record that is on the disk. Exactly one of the two is called once its event is dealt with. */
export interface JournalEntry {
  /** The event's file and marker are there, though perhaps not on the disk yet. */
  settle(): void
  /** The event could not be stored after all: it must not come back. */
  cancel(): Promise<void>
}

export interface Journal extends AsyncDisposable {
  /**
   * Write a record. One flush to the disk covers all records that came while the last one was under way.
   *
   * @returns null when there is no room for it here: the caller must make the event durable by itself.
   * @throws when the disk refused it; then it won't be replayed.
   */
  append(record: JournalRecord): Promise<JournalEntry | null>
}

export interface JournalDeps {
  /** Folder of segments; it is there. */
  folder: string
  /** Begins the names of segments, so that a later start knows whose they were. */
  owner: string
  segmentBytes: number
  clock: Pick<Clock, 'now'>
  /** Make everything that was written to the file system so far durable. */
  syncFiles(): Promise<void>
  onFailure(error: unknown): void
}

/** Segments there may be in all, before writing waits for one to be free; and that may be lost to failures. */
const MOST_SEGMENTS = 8

/** Full segments whose events are synced together: a sync of the whole file system is dear, however little it finds. */
const SYNCED_TOGETHER = 4

/** How long allocating a segment isn't tried again after it failed, in milliseconds. */
const ALLOCATION_PAUSE_MS = 10_000

interface UsedSegment extends Segment {
  /** Records whose event files are not there yet. */
  unsettled: number
  whenSettled: (() => void) | null
}

interface Waiting {
  record: JournalRecord
  resolve(entry: JournalEntry | null): void
  reject(error: unknown): void
}

/**
 * A write-ahead journal of events. Flushing one preallocated file is several times cheaper than flushing a file and a
 * folder for each event; the price is that a start after a crash has to look whether the events are there.
 */
export function openJournal(deps: JournalDeps): Journal {
  const free: UsedSegment[] = []
  /** Not to be written again: a flush or the sync of their files failed. The next start looks at them. */
  const kept: UsedSegment[] = []
  /** Not to be written again until the files of their events are on the disk. */
  const full: UsedSegment[] = []
  const waiting: Waiting[] = []
  let current: UsedSegment | null = null
  let flushing: Promise<void> | null = null
  let checkpointing: Promise<void> | null = null
  let allocateAfter = -Infinity

  /** Use full segments again once the files of their events are on the disk. */
  const checkpoint = async () => {
    const batch = full.splice(0)
    try {
      for (const segment of batch) await settled(segment)
      await deps.syncFiles()
      for (const segment of batch) await segment.clear()
      free.push(...batch)
    } catch (error) {
      kept.push(...batch)
      deps.onFailure(error)
    }
  }

  /** Checkpoints follow one another: each sync holds all that came before it. */
  const beginCheckpoint = () => {
    checkpointing ??= (async () => {
      while (full.length >= SYNCED_TOGETHER) await checkpoint()
      checkpointing = null
    })()
    return checkpointing
  }

  const allocate = async (): Promise<UsedSegment | null> => {
    if (kept.length >= MOST_SEGMENTS || deps.clock.now() < allocateAfter) return null
    try {
      const path = join(deps.folder, `${deps.owner}-${randomBytes(4).toString('hex')}.log`)
      const segment = await createSegment(path, deps.segmentBytes)
      return { ...segment, unsettled: 0, whenSettled: null }
    } catch (error) {
      allocateAfter = deps.clock.now() + ALLOCATION_PAUSE_MS
      deps.onFailure(error)
      return null
    }
  }

  const nextSegment = async (): Promise<UsedSegment | null> => {
    if (current) full.push(current)
    current = null
    if (full.length >= SYNCED_TOGETHER) void beginCheckpoint()
    while (free.length === 0 && checkpointing && full.length >= MOST_SEGMENTS - SYNCED_TOGETHER)
      await checkpointing
    current = free.pop() ?? (await allocate())
    return current
  }

  /** Write of what waits as much as fits, and flush it. @returns what tells those who waited for it. */
  const flush = async (): Promise<() => void> => {
    const segment = current?.fits(waiting[0]!.record) ? current : await nextSegment()
    if (segment === null) {
      const refused = waiting.splice(0)
      return () => refused.forEach(({ resolve }) => resolve(null))
    }
    const start = segment.end()
    const written: { item: Waiting; at: number }[] = []
    try {
      while (waiting.length > 0 && segment.fits(waiting[0]!.record)) {
        written.push({ item: waiting[0]!, at: segment.write(waiting[0]!.record) })
        waiting.shift()
      }
      await segment.sync()
    } catch (error) {
      const refused = written.length > 0 ? written.map(({ item }) => item) : waiting.splice(0, 1)
      await abandon(segment, start)
      return () => refused.forEach(({ reject }) => reject(error))
    }
    segment.unsettled += written.length
    return () => written.forEach(({ item, at }) => item.resolve(entryOf(segment, at)))
  }

  /** After a failed flush nobody knows what is on the disk: cut the records off and never write there again. */
  const abandon = async (segment: UsedSegment, start: number) => {
    current = null
    kept.push(segment)
    try {
      segment.cutAt(start)
      await segment.sync()
    } catch (error) {
      deps.onFailure(error)
    }
  }

  const flushAll = async () => {
    let tell = () => {}
    while (waiting.length > 0) {
      const next = flush()
      tell() // only now: what the told ones do next goes on while the disk is busy with the next flush
      tell = await next
    }
    flushing = null
    tell()
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        if (record.content.length > deps.segmentBytes / 8) return resolve(null)
        waiting.push({ record, resolve, reject })
        flushing ??= flushAll()
      }),
    async [Symbol.asyncDispose]() {
      await flushing
      await checkpointing
      if (current) full.push(current)
      current = null
      if (full.length > 0) await checkpoint()
      for (const segment of free) await segment.remove()
      for (const segment of kept) await segment.close()
    },
  }
}

/** Resolves once no event of a segment lacks its file. */
const settled = async (segment: UsedSegment): Promise<void> => {
  if (segment.unsettled > 0) await new Promise<void>((resolve) => (segment.whenSettled = resolve))
  segment.whenSettled = null
}

const entryOf = (segment: UsedSegment, at: number): JournalEntry => {
  const settle = () => {
    if (--segment.unsettled === 0) segment.whenSettled?.()
  }
  return {
    settle,
    async cancel() {
      try {
        segment.cancel(at)
        await segment.sync()
      } finally {
        settle()
      }
    },
  }
}
