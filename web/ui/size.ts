import { format } from './language.ts'

const UNITS = ['B', 'kB', 'MB', 'GB'] as const

/** Decimal units: `834 B`, `1.2 MB`. */
export function formatSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const value = bytes / 1000 ** step
  const digits = value >= 10 || step === 0 ? 0 : 1
  const written = format(`size ${digits}`, (tag) => sizeFormat(tag, digits)).format(value)
  return `${written} ${UNITS[step]}`
}

const sizeFormat = (tag: string, digits: number) =>
  new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  })
