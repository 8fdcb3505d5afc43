import type { JournalRecord } from './journal-record.ts'
import { createSegments, type SegmentsDeps, type UsedSegment } from './segments.ts'

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

interface Waiting {
  record: JournalRecord
  resolve(entry: JournalEntry | null): void
  reject(error: unknown): void
}

/**
 * A write-ahead journal of events. Flushing one preallocated file is several times cheaper than flushing a file and a
 * folder for each event; the price is that a start after a crash has to look whether the events are there.
 */
export function openJournal(deps: SegmentsDeps): Journal {
  const segments = createSegments(deps)
  const waiting: Waiting[] = []
  let flushing: Promise<void> | null = null

  /** Write of what waits as much as fits, and flush it. @returns what tells those who waited for it. */
  const flush = async (): Promise<() => void> => {
    const current = segments.current()
    const segment = current?.fits(waiting[0]!.record) ? current : await segments.next()
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
      await segments.abandon(segment, start)
      return () => refused.forEach(({ reject }) => reject(error))
    }
    segment.unsettled += written.length
    return () => written.forEach(({ item, at }) => item.resolve(entryOf(segment, at)))
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
      await segments[Symbol.asyncDispose]()
    },
  }
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
