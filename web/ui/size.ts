const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** A size for people, in steps of 1000: `834 B`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  return `${value >= 10 || step === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[step]}`
}
