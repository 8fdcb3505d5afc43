import { useEffect, useState } from 'react'

export type ShownRows = ReadonlyMap<string | number, string>

/** Empty if the lists have no row in common, because `now` is then another list or page. */
export function arrivedSince(before: ShownRows, now: ShownRows): ReadonlySet<string | number> {
  const keys = [...now.keys()]
  if (!keys.some((key) => before.has(key))) return new Set()
  return new Set(keys.filter((key) => before.get(key) !== now.get(key)))
}

interface Seen {
  text: string
  shown: ShownRows
  arrived: ReadonlySet<string | number>
}

export function useArrived(shown: ShownRows, isKept: boolean): ReadonlySet<string | number> {
  const text = JSON.stringify([...shown])
  const [seen, setSeen] = useState<Seen>({ text, shown, arrived: new Set() })
  useEffect(() => {
    if (isKept) return
    setSeen((before) =>
      before.text === text ? before : { text, shown, arrived: arrivedSince(before.shown, shown) },
    )
    // oxlint-disable-next-line react/exhaustive-deps -- the text says all of what is shown
  }, [text, isKept])
  return seen.arrived
}
