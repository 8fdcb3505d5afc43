const DURATION = /^(\d{1,7})\s*(ms|s|m|h|d)$/
const UNITS_MS = new Map([
  ['w', 604_800_000],
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1000],
  ['ms', 1],
])

/** Parses `90s`, `10m`, `2h` or `1d`. @returns Milliseconds, or null for another format. */
export function parseDuration(text: string): number | null {
  const [, count, unit] = DURATION.exec(text.trim()) ?? []
  return unit ? Number(count) * UNITS_MS.get(unit)! : null
}

/** Parses `4w`, `1d12h` or `1.5h` to milliseconds. */
export const sumOfDurations = (text: string): number =>
  [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h|d|w)/g)]
    .map(([, count, unit]) => Number(count) * UNITS_MS.get(unit!)!)
    .reduce((sum, part) => sum + part, 0)

export function describeDuration(ms: number): string {
  for (const [unit, unitMs] of UNITS_MS)
    if (unit !== 'w' && ms >= unitMs && ms % unitMs === 0) return `${ms / unitMs}${unit}`
  return `${ms}ms`
}
