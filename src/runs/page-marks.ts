import type { RunFilter } from './filter.ts'

/** A run by its place in the history: newest first, and by id where several were queued at once. */
export interface RunMark {
  queued_at_ms: number
  id: string
  hub: string
}

/** Where the pages of the run history that are being read ended. */
export interface RunMarks {
  /** The last run in front of this offset; undefined when nobody read up to it, null in front of the first page. */
  before(filter: RunFilter, offset: number): RunMark | null | undefined
  remember(filter: RunFilter, offset: number, mark: RunMark): void
}

const REMEMBERED = 1000

/**
 * Reading the first page begins a list anew and forgets its other marks: whoever looks at it next sees the same runs on
 * the pages behind.
 */
export function createRunMarks(): RunMarks {
  const lists = new Map<string, Map<number, RunMark>>()
  return {
    before(filter, offset) {
      if (offset > 0) return lists.get(keyOf(filter))?.get(offset)
      lists.delete(keyOf(filter))
      return null
    },
    remember(filter, offset, mark) {
      const key = keyOf(filter)
      const marks = lists.get(key) ?? new Map<number, RunMark>()
      marks.set(offset, mark)
      if (marks.size > REMEMBERED) marks.delete(marks.keys().next().value!)
      lists.delete(key)
      lists.set(key, marks)
      if (lists.size > REMEMBERED) lists.delete(lists.keys().next().value!)
    },
  }
}

const keyOf = ({ hubs, workflow, runId, status, since, until }: RunFilter): string =>
  JSON.stringify([
    hubs?.toSorted() ?? null,
    workflow ?? null,
    runId ?? null,
    status ?? null,
    since ?? null,
    until ?? null,
  ])
