import { useState } from 'react'

export interface Selection {
  /** Those of the list that are selected, in its order. */
  readonly ids: readonly string[]
  has(id: string): boolean
  /** @param isRange Give all from the one that was touched last to this one what this one gets. */
  toggle(id: string, isRange: boolean): void
  all(): void
  clear(): void
}

/** Which rows of a list are selected. One that leaves the list is selected no longer. */
export function useSelection(list: readonly { id: string }[] = []): Selection {
  const [selected, setSelected] = useState<ReadonlySet<string>>(NONE)
  const [last, setLast] = useState<string | null>(null)
  const shown = list.map(({ id }) => id)
  return {
    ids: shown.filter((id) => selected.has(id)),
    has: (id) => selected.has(id),
    toggle(id, isRange) {
      const touched = isRange ? between(shown, last, id) : [id]
      const others = [...selected].filter((known) => !touched.includes(known))
      setSelected(new Set(selected.has(id) ? others : [...others, ...touched]))
      setLast(id)
    },
    all: () => setSelected(new Set(shown)),
    clear() {
      setSelected(NONE)
      setLast(null)
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

/** Both ends included, whichever comes first; the second alone where the first has gone. */
export function between(list: readonly string[], one: string | null, other: string): readonly string[] {
  const from = one === null ? -1 : list.indexOf(one)
  const to = list.indexOf(other)
  return from < 0 ? [other] : list.slice(Math.min(from, to), Math.max(from, to) + 1)
}
