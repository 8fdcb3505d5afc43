export type Fields = Record<string, unknown>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {})

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Removes NUL and replaces lone surrogates, because databases and JSON parsers refuse them. */
export const plainText = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : ''

export const firstText = (...values: unknown[]): string => values.map(plainText).find((text) => text) ?? ''

/** Latest time that dates can show, the end of the year 9999. */
const LATEST_SECONDS = 253_402_300_799

/**
 * Returns epoch seconds; null for an invalid time, or a time later than `latest`. Accepts ISO dates, and numbers in
 * seconds, milliseconds, microseconds or nanoseconds.
 */
export function readSeconds(value: unknown, latest = LATEST_SECONDS): number | null {
  const number = typeof value === 'string' ? numberIn(value.trim()) : value
  if (typeof number !== 'number' || !Number.isFinite(number) || number <= 0) return null
  let seconds = number
  for (let step = 0; step < 3 && seconds > LATEST_SECONDS / 2; step++) seconds /= 1000
  return seconds > Math.min(latest, LATEST_SECONDS) ? null : Math.floor(seconds)
}

const numberIn = (text: string): number =>
  /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000
