/** How long lists are, as long as the policies they are made from stay as they are. */
export interface Totals {
  known(list: string, revisions: string): number | undefined
  remember(list: string, revisions: string, total: number): void
}

const KEPT = 1000

/** Counting a large Hub reads all of it, so it is done once for each revision. */
export function createTotals(): Totals {
  const kept = new Map<string, { revisions: string; total: number }>()
  return {
    known(list, revisions) {
      const entry = kept.get(list)
      return entry?.revisions === revisions ? entry.total : undefined
    },
    remember(list, revisions, total) {
      kept.delete(list)
      kept.set(list, { revisions, total })
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!)
    },
  }
}
