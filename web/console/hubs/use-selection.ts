import { useState } from 'react'
import type { AccessItem } from '#core/access/schema.ts'

/**
 * The selected people, on this page of the list and on earlier ones. A person outside of the page keeps the
 * state of the same policy revision, or is deselected.
 */
export function useSelection(listed: readonly AccessItem[], revision: number) {
  const [{ at, chosen }, setState] = useState<{ at: number; chosen: readonly AccessItem[] }>({
    at: revision,
    chosen: [],
  })
  const bySubject = new Map(listed.map((item) => [item.subject, item]))
  const selected = chosen.flatMap((item) => bySubject.get(item.subject) ?? (at === revision ? item : []))
  return {
    selected,
    select(subjects: readonly string[], isSelected: boolean) {
      const others = selected.filter(({ subject }) => !subjects.includes(subject))
      const added = isSelected ? listed.filter(({ subject }) => subjects.includes(subject)) : []
      setState({ at: revision, chosen: [...others, ...added] })
    },
    clear: () => setState({ at: revision, chosen: [] }),
  }
}
