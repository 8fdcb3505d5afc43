import type { JournalRecord } from './record.ts'
import { createSegments, type SegmentsDeps, type UsedSegment } from './segments.ts'

/**
 * The journal of events: makes an event durable with one flush of a preallocated file, before its own file exists.
 *
 * 1. Append: the record (event, markers, content) is written to the current segment. One flush covers all records
 *    that arrived during the previous flush.
 * 2. Acknowledge: each writer's promise resolves after the flush. From now on the event survives a power cut.
 * 3. Settle: the event file and its deduplication markers are written without a flush of their own.
 * 4. Checkpoint: when enough segments are full and settled, one sync of the file system makes their event files
 *    durable; then the segments are cleared and used again.
 * 5. Replay: a start reads the journals of exited processes. It writes each event again whose file or marker is
 *    missing or incomplete, and removes a journal once its events are durable.
 * 6. Failure: after a failed flush the content of the disk is unknown. The flush's records are cut off and their
 *    writers get the error. The segment is never written again; the next start replays it.
 *
 * Only the process in the name of a segment writes it. Other processes may read it, and replay it only after that
 * process has exited. Invariant: an acknowledged event is in a journal, or its file and markers are durable.
 */

export interface FlushedRecords {
  readonly records: readonly JournalRecord[]
  /** Call once the event files and markers of all records exist; they need not be durable yet. */
  settle(): void
}

export interface JournalDeps extends SegmentsDeps {
  /** Called before the records' writers are notified. */
  onFlushed(flushed: FlushedRecords): void
}

export interface Journal {
  /** Waits for the flush. @returns false when the journal has no room: the caller must make the event durable. */
  append(record: JournalRecord): Promise<boolean>
  flushed(): Promise<void>
  /** @param isAllSettled If false, the journal files stay for the next start. */
  close(isAllSettled: boolean): Promise<void>
}

interface Waiting {
  record: JournalRecord
  resolve(isFlushed: boolean): void
  reject(error: unknown): void
}

/** Flushing one preallocated file is several times cheaper than flushing a file and a folder for each event. */
export function openJournal({ onFlushed, ...deps }: JournalDeps): Journal {
  const segments = createSegments(deps)
  let waiting: Waiting[] = []
  let flushing: Promise<void> | null = null

  const flush = async (): Promise<() => void> => {
    const current = segments.current()
    const segment = current?.fits(waiting[0]!.record) ? current : await segments.next()
    const all = waiting
    waiting = []
    if (segment === null) return () => all.forEach(({ resolve }) => resolve(false))
    const start = segment.end()
    const records = all.map(({ record }) => record)
    try {
      const count = segment.write(records)
      waiting = [...all.splice(count), ...waiting]
      await segment.sync()
    } catch (error) {
      await segments.abandon(segment, start)
      return () => all.forEach(({ reject }) => reject(error))
    }
    segment.unsettled += all.length
    const flushed = { records: records.slice(0, all.length), settle: () => settle(segment, all.length) }
    return () => {
      onFlushed(flushed)
      all.forEach(({ resolve }) => resolve(true))
    }
  }

  const flushAll = async () => {
    let notify = () => {}
    while (waiting.length > 0) {
      const next = flush()
      notify()
      notify = await next
    }
    flushing = null
    notify()
  }

  return {
    append: (record) =>
      new Promise((resolve, reject) => {
        if (record.content.length > deps.segmentBytes / 8) return resolve(false)
        waiting.push({ record, resolve, reject })
        flushing ??= flushAll()
      }),
    flushed: async () => void (await flushing),
    close: (isAllSettled) => segments.close(isAllSettled),
  }
}

const settle = (segment: UsedSegment, count: number) => {
  segment.unsettled -= count
  if (segment.unsettled === 0) segment.whenSettled?.()
}
