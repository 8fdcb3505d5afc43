const HUES = 12
/** Smallest distance of neighbours in a list, in hues. */
const MIN_STEPS = 2

/** Degrees. Depends on the id only, so that an agent keeps its colour after a change of name. */
export const hueOf = (id: string): number => (preferred(id) * 360) / HUES

/**
 * Hues for the agents of a list. Each agent gets its own hue or, if an earlier agent has it or a similar hue is next
 * to it, the nearest free hue. After twelve agents, hues repeat.
 */
export function signHues(ids: readonly string[]): ReadonlyMap<string, number> {
  const hues = new Map<string, number>()
  let free = new Set<number>()
  let last: number | null = null
  for (const id of ids) {
    if (hues.has(id)) continue
    if (free.size === 0) free = new Set(Array.from({ length: HUES }, (_, hue) => hue))
    const ordered = [...free].toSorted((a, b) => distance(a, preferred(id)) - distance(b, preferred(id)))
    const hue: number = ordered.find(isFarFrom(last)) ?? ordered[0]!
    free.delete(hue)
    last = hue
    hues.set(id, (hue * 360) / HUES)
  }
  return hues
}

const isFarFrom =
  (last: number | null) =>
  (hue: number): boolean =>
    last === null || distance(hue, last) >= MIN_STEPS

const distance = (a: number, b: number): number => Math.min((a - b + HUES) % HUES, (b - a + HUES) % HUES)

const preferred = (id: string): number =>
  [...id].reduce((hash, letter) => (hash * 31 + letter.codePointAt(0)!) % 9973, 7) % HUES
