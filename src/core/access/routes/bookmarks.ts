import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Subject } from '../subject.ts'

export interface Bookmark {
  subject: Subject
  offset: number
}

export interface Bookmarks {
  total(list: string, revisions: string): number | undefined
  before(list: string, revisions: string, offset: number): Bookmark | undefined
  remember(list: string, revisions: string, known: { total: number; ends: readonly Bookmark[] }): void
}

const LISTS = 200
const PER_LIST = 500

interface Known {
  revisions: string
  total: number
  ends: BoundedMap<number, Bookmark>
}

/** Caches the total of each access list, and the subjects at some offsets, until the list's revision changes. */
export function createBookmarks(): Bookmarks {
  const kept = new BoundedMap<string, Known>(LISTS)
  const knownOf = (list: string, revisions: string): Known | undefined => {
    const known = kept.get(list)
    return known?.revisions === revisions ? known : undefined
  }
  return {
    total: (list, revisions) => knownOf(list, revisions)?.total,

    before(list, revisions, offset) {
      const near = [...(knownOf(list, revisions)?.ends.values() ?? [])].filter((one) => one.offset <= offset)
      return near.reduce<Bookmark | undefined>(
        (last, one) => (last && last.offset > one.offset ? last : one),
        undefined,
      )
    },

    remember(list, revisions, { total, ends }) {
      const known = knownOf(list, revisions) ?? { revisions, total, ends: new BoundedMap(PER_LIST) }
      for (const end of ends) known.ends.set(end.offset, end)
      kept.set(list, known)
    },
  }
}
