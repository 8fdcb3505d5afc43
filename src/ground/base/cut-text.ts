/** The first characters of a text. Half of a surrogate pair at the cut is left out: readers outside JavaScript fail on it. */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  return text.slice(0, isHighHalf(text.charCodeAt(maxLength - 1)) ? maxLength - 1 : maxLength)
}

/** A text of at most so many characters; a mark at its end shows that more followed. */
export const shortened = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${cutText(text, maxLength - 1)}…`

/** The first line of a text, shortened. */
export const firstLine = (text: string, maxLength: number): string =>
  shortened(text.trim().split('\n', 1)[0]!, maxLength)

/** The last characters of a text, without half of a pair at the cut. */
export function cutTextStart(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const start = text.length - maxLength
  return text.slice(isLowHalf(text.charCodeAt(start)) ? start + 1 : start)
}

const isHighHalf = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff
const isLowHalf = (code: number): boolean => code >= 0xdc_00 && code <= 0xdf_ff
