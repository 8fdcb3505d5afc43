import { useState } from 'react'

export interface Selection<Item> {
  readonly items: readonly Item[]
  has(id: string): boolean
  toggle(id: string, isRange: boolean): void
  all(): void
  clear(): void
}

/** The server's limit per request. */
const MAX_SELECTED_CHATS = 1000

/** A new scope clears the selection. */
export function useSelection<Item extends { id: string }>(
  list: readonly Item[] = [],
  scope = '',
): Selection<Item> {
  const [state, setState] = useState<State>({ scope, ids: NONE, last: null })
  const { ids, last } = state.scope === scope ? state : { ids: NONE, last: null }
  const shown = list.map(({ id }) => id)
  const select = (next: Iterable<string>, touched: string | null) =>
    setState({ scope, ids: new Set([...next].slice(0, MAX_SELECTED_CHATS)), last: touched })
  return {
    items: list.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    toggle(id, isRange) {
      const touched = isRange ? between(shown, last, id) : [id]
      const others = [...ids].filter((known) => !touched.includes(known))
      select(ids.has(id) ? others : [...others, ...touched], id)
    },
    all: () => select(shown, last),
    clear: () => select(NONE, null),
  }
}

interface State {
  scope: string
  ids: ReadonlySet<string>
  last: string | null
}

const NONE: ReadonlySet<string> = new Set()

/** Includes both ends; `one` may be after `other`. */
export function between(list: readonly string[], one: string | null, other: string): readonly string[] {
  const from = one === null ? -1 : list.indexOf(one)
  const to = list.indexOf(other)
  return from < 0 ? [other] : list.slice(Math.min(from, to), Math.max(from, to) + 1)
}
