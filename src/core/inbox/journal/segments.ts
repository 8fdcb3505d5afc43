import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { newFileName } from './files.ts'
import { createSegment, type Segment } from './segment.ts'

export interface SegmentsDeps {
  folder: string
  segmentBytes: number
  clock: Pick<Clock, 'now'>
  syncFiles(): Promise<void>
  onFailure(error: unknown): void
}

/** When this number of segments is full, writers wait for a checkpoint. */
const MAX_SEGMENTS = 8

/**
 * Several segments share one checkpoint, because a sync of the file system is expensive even when little was written.
 */
const SYNCED_TOGETHER = 4

const ALLOCATION_PAUSE_MS = 10_000

export interface UsedSegment extends Segment {
  unsettled: number
  whenSettled: (() => void) | null
}

export interface Segments {
  current(): UsedSegment | null
  next(): Promise<UsedSegment | null>
  /** After a failed flush, removes the records from `start` on and never writes to the segment again. */
  abandon(segment: UsedSegment, start: number): Promise<void>
  close(isAllSettled: boolean): Promise<void>
}

export function createSegments(deps: SegmentsDeps): Segments {
  const free: UsedSegment[] = []
  const kept: UsedSegment[] = []
  const full: UsedSegment[] = []
  let current: UsedSegment | null = null
  let checkpointing: Promise<void> | null = null
  let allocateAfter = -Infinity

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

  const beginCheckpoint = () => {
    checkpointing ??= (async () => {
      while (full.length >= SYNCED_TOGETHER) await checkpoint()
      checkpointing = null
    })()
  }

  const allocate = async (): Promise<UsedSegment | null> => {
    if (kept.length >= MAX_SEGMENTS || deps.clock.now() < allocateAfter) return null
    try {
      const segment = await createSegment(join(deps.folder, newFileName('log')), deps.segmentBytes)
      return { ...segment, unsettled: 0, whenSettled: null }
    } catch (error) {
      allocateAfter = deps.clock.now() + ALLOCATION_PAUSE_MS
      deps.onFailure(error)
      return null
    }
  }

  const putAway = () => {
    if (current) full.push(current)
    current = null
  }

  return {
    current: () => current,
    async next() {
      putAway()
      if (full.length >= SYNCED_TOGETHER) beginCheckpoint()
      while (free.length === 0 && checkpointing && full.length >= MAX_SEGMENTS - SYNCED_TOGETHER)
        await checkpointing
      current = free.pop() ?? (await allocate())
      return current
    },
    async abandon(segment, start) {
      current = null
      kept.push(segment)
      try {
        segment.cutAt(start)
        await segment.sync()
      } catch (error) {
        deps.onFailure(error)
      }
    },
    async close(isAllSettled) {
      if (isAllSettled) await checkpointing
      putAway()
      if (isAllSettled && full.length > 0) await checkpoint()
      for (const segment of free) await segment.remove()
      for (const segment of [...kept, ...full]) await segment.close()
    },
  }
}

const settled = async (segment: UsedSegment): Promise<void> => {
  if (segment.unsettled > 0) await new Promise<void>((resolve) => (segment.whenSettled = resolve))
  segment.whenSettled = null
}
