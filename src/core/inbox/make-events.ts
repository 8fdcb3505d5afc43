import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { Kept } from './journal/journal.ts'
import type { Progress } from './journal/progress.ts'
import type { JournalRecord } from './journal/record.ts'
import type { Markers } from './markers/markers.ts'
import { writeWhole } from './write-whole.ts'

export interface MakingDeps {
  /** See that the folder of an endpoint's pending events is there. @throws when something else is. */
  folderFor(record: JournalRecord): string
  /** Where a file is written before it gets its name; a path on the same file system, of this process alone. */
  scratch: string
  markers: Pick<Markers, 'add' | 'write'>
  progress: Progress
  clock: Pick<Clock, 'after'>
  onFailure(error: unknown): void
}

/** Makes files of events that the journal holds, in their order, in the background. */
export interface Making {
  /** Take what the journal keeps. When this returns, readers know that it is on its way. */
  take(kept: Kept): void
  /** Go on after a failure. @throws when it fails again: then nothing more should be taken. */
  retry(): void
  /** Make all that is left. @returns false when it can't be. */
  finish(): boolean
}

/** Files of one turn of the event loop: what comes meanwhile isn't kept waiting. */
const AT_ONCE = 64
const RETRY_MS = 100

export function createMaking(deps: MakingDeps): Making {
  const { folderFor, scratch, markers, progress, clock, onFailure } = deps
  const waiting: { kept: Kept; next: number }[] = []
  let kept = 0
  let made = 0
  /** Of them, how many readers know of. */
  let told = 0
  /** Cuts short what is scheduled. */
  let scheduled: (() => void) | null = null
  let hasFailed = false

  /** @returns whether there is more. */
  const makeSome = (): boolean => {
    if (waiting.length === 0 && told === made) return false
    markers.write()
    for (let count = 0; waiting.length > 0 && count < AT_ONCE;) {
      const batch = waiting[0]!
      for (; batch.next < batch.kept.records.length && count < AT_ONCE; count++) {
        const record = batch.kept.records[batch.next]!
        writeWhole(scratch, join(folderFor(record), record.event), record.content)
        batch.next++
        made++
      }
      if (batch.next < batch.kept.records.length) break
      waiting.shift()
      batch.kept.settle()
    }
    progress.set(kept, made)
    told = made
    return waiting.length > 0
  }

  const goOn = () => {
    if (scheduled) return
    const immediate = setImmediate(go)
    scheduled = () => clearImmediate(immediate)
  }
  const cutShort = () => {
    scheduled?.()
    scheduled = null
  }
  const makeAll = () => {
    cutShort()
    while (makeSome());
    hasFailed = false
  }
  const failed = (error: unknown) => {
    if (!hasFailed) onFailure(error)
    hasFailed = true
    scheduled = clock.after(RETRY_MS, go)
  }
  const go = () => {
    cutShort()
    try {
      const isMore = makeSome()
      hasFailed = false
      if (isMore) goOn()
    } catch (error) {
      failed(error)
    }
  }

  return {
    take(batch) {
      waiting.push({ kept: batch, next: 0 })
      kept += batch.records.length
      for (const record of batch.records) markers.add(record.markers)
      try {
        markers.write()
        progress.set(kept, made)
        goOn()
      } catch {
        go() // nobody can be told that something is on its way, so it had better be there
      }
    },
    retry() {
      if (!hasFailed) return
      try {
        makeAll()
      } catch (error) {
        failed(error)
        throw error
      }
    },
    finish() {
      try {
        makeAll()
        return true
      } catch (error) {
        onFailure(error)
        return false
      }
    },
  }
}
