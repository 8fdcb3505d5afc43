import type { JournalRecord } from './record.ts'
import { createSegments, type SegmentsDeps, type UsedSegment } from './segments.ts'

/**
 * The journal of events: makes an event durable with one flush of a preallocated file, before its own file exists.
 *
 * 1. Append: the record (event, markers, content) is written to the current segment. One flush covers all records that
 *    arrived during the previous flush.
 * 2. Acknowledge: writers are answered after the flush. From now on the event survives a power cut.
 * 3. Settle: the event file and its deduplication markers are written by name, without a flush of their own.
 * 4. Checkpoint: when enough segments are full and settled, one sync of the file system makes their event files durable;
 *    then the segments are cleared and used again.
 * 5. Replay: a start writes again every event of the journals of exited processes whose file or marker is missing or
 *    incomplete, and removes a journal once its events are durable.
 * 6. Failure: after a failed flush the content of the disk is unknown. Its records are cut off and their writers get the
 *    error; the segment is never written again, and the next start reads it.
 *
 * Only the process in the name of a segment writes it; others may read it, and replay it only after that process has
 * exited. Invariant: an acknowledged event is in a journal, or its file and markers are durable.
 */

/** Records that one flush brought to the disk. */
export interface JournalKept {
  readonly records: readonly JournalRecord[]
  /** Their event files and markers are there, though perhaps not on the disk yet. */
  settle(): void
}

export interface JournalDeps extends SegmentsDeps {
  /** Called with the durable records before their writers are answered. */
  onKept(kept: JournalKept): void
}

export interface Journal {
  /**
   * Writes a record. One flush to the disk covers all records that arrived during the previous flush.
   *
   * @returns false when there is no room for it here: the caller must make the event durable itself.
   * @throws when the disk refused it; then it won't be replayed.
   */
  append(record: JournalRecord): Promise<boolean>
  /** Wait for the flush under way. */
  flushed(): Promise<void>
  /** @param isAllSettled Whether all that was kept is settled; the files stay otherwise, for the next start. */
  close(isAllSettled: boolean): Promise<void>
}

interface Waiting {
  record: JournalRecord
  resolve(isKept: boolean): void
  reject(error: unknown): void
}

/**
 * A write-ahead journal of events. Flushing one preallocated file is several times cheaper than flushing a file and a
 * folder for each event; the price is that a start after a crash has to look whether the events are there.
 */
export function openJournal({ onKept, ...deps }: JournalDeps): Journal {
  const segments = createSegments(deps)
  let waiting: Waiting[] = []
  let flushing: Promise<void> | null = null

  /**
   * Writes as many waiting records as fit, and flushes them.
   * @returns a function that notifies their writers.
   */
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
    const kept = { records: records.slice(0, all.length), settle: () => settle(segment, all.length) }
    return () => {
      onKept(kept)
      all.forEach(({ resolve }) => resolve(true))
    }
  }

  const flushAll = async () => {
    let notify = () => {}
    while (waiting.length > 0) {
      const next = flush()
      notify() // only now: the notified callers' next work overlaps with the next flush
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
