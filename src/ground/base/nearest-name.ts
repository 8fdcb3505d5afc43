export const nearestName = (name: string, known: Iterable<string>): string | null => {
  const [best] = [...known]
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .toSorted((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(2, name.length / 3) ? best.candidate : null
}

export const hintAt = (name: string, known: Iterable<string>): string => {
  const nearest = nearestName(name, known)
  return nearest ? `; did you mean ${nearest}?` : ''
}

const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
