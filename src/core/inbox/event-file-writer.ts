import type { Clock } from '#ground/base/clock.ts'
import type { InboxEventQueue } from './event-queue.ts'
import type { FlushedRecords } from './journal/journal.ts'

export interface EventFileWriterDeps {
  queue: InboxEventQueue
  clock: Pick<Clock, 'after'>
  /** Called once when writing starts to fail. Not called again for each failed retry. */
  onFailure(error: unknown): void
}

export interface EventFileWriter {
  /** When the call returns, readers already count the events as pending. */
  enqueue(flushed: FlushedRecords): void
  /** @throws when writing fails again; the caller must then refuse further deliveries. */
  retry(): void
  writeAll(): boolean
}

const RETRY_DELAY_MS = 100

export function createEventFileWriter({ queue, clock, onFailure }: EventFileWriterDeps): EventFileWriter {
  let hasFailed = false
  let scheduled: (() => void) | null = null

  const cancelScheduled = () => {
    scheduled?.()
    scheduled = null
  }
  const schedule = () => {
    if (scheduled) return
    const immediate = setImmediate(writeNext)
    scheduled = () => clearImmediate(immediate)
  }
  const failed = (error: unknown) => {
    if (!hasFailed) onFailure(error)
    hasFailed = true
    scheduled = clock.after(RETRY_DELAY_MS, writeNext)
  }
  const writeNext = () => {
    cancelScheduled()
    try {
      const isMore = queue.writeSome()
      hasFailed = false
      if (isMore) schedule()
    } catch (error) {
      failed(error)
    }
  }
  const writeWaiting = () => {
    cancelScheduled()
    while (queue.writeSome());
    hasFailed = false
  }

  return {
    enqueue(flushed) {
      try {
        queue.add(flushed)
        schedule()
      } catch {
        writeNext()
      }
    },
    retry() {
      if (!hasFailed) return
      try {
        writeWaiting()
      } catch (error) {
        failed(error)
        throw error
      }
    },
    writeAll() {
      try {
        writeWaiting()
        return true
      } catch (error) {
        onFailure(error)
        return false
      }
    },
  }
}
