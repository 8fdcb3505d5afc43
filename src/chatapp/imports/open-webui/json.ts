/** Value of a JSON column; null if it is empty or malformed. */
export function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}
