const MOST_VALUES = 100
const LONGEST_VALUE = 100

/**
 * Keeps a label from growing without end: the first hundred values stand for themselves, later ones are `other`. Each
 * value of a label is a time series that a collector keeps.
 */
export function boundedLabel(most = MOST_VALUES): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    const short = value.slice(0, LONGEST_VALUE)
    if (known.has(short)) return short
    if (known.size >= most) return 'other'
    known.add(short)
    return short
  }
}
