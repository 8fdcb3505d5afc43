/**
 * `maxLength` counts UTF-16 units. Drops half a surrogate pair at the end, because readers outside JavaScript reject
 * it.
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, isHighHalf(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength)
}

export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${cutText(text, maxLength - 1)}…`

export const firstLine = (text: string, maxLength: number): string =>
  shortened(text.trim().split('\n', 1)[0]!, maxLength)

export function keepTextEnd(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.length - maxLength
  return text.slice(isLowHalf(text.charCodeAt(start)) ? start + 1 : start)
}

const isHighHalf = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff
const isLowHalf = (code: number): boolean => code >= 0xdc_00 && code <= 0xdf_ff
