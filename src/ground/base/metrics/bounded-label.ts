const MAX_LABEL_VALUES = 100
const MAX_LABEL_LENGTH = 100

/** Each value of a label creates a time series, so values after the first hundred become `other`. */
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
