export function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return null
  try {
    return JSON.parse(value)
  } catch {
    return null
  }
}

/** Without recursion, which could overflow the stack. */
export function isValueDeeper(value: unknown, max: number): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth >= max) return true
    level = level.flatMap((outer) => Object.values(outer).filter(isNested))
  }
  return false
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null
