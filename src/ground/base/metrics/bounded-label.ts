const MAX_LABEL_VALUES = 100
const MAX_LABEL_LENGTH = 100

/**
 * Bounds the values of a label: the first hundred values are kept, later ones become `other`. Each value of a
 * label is a time series in the collector.
 */
export function boundedLabel(most = MAX_LABEL_VALUES): (value: string) => string {
  const known = new Set<string>()
  return (value) => {
    const short = value.slice(0, MAX_LABEL_LENGTH)
    if (known.has(short)) return short
    if (known.size >= most) return 'other'
    known.add(short)
    return short
  }
}
