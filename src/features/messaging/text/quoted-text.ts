/** Each line is quoted, so that a text cannot imitate the answered person or the end of the quotation. */
export const quotedLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => `> ${line}`)

export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const MAX_NAME_LENGTH = 80

export const quoteName = (name: string): string => onOneLine(name).slice(0, MAX_NAME_LENGTH).toWellFormed()

export const forwarded = (text: string, by: string | null): string =>
  [`${FORWARDED} ${quoteName(by ?? '') || 'somebody'}:`, ...quotedLines(text)].join('\n')

const FORWARDED = 'Forwarded, written by'

export const FORWARDED_PATTERN = `%${FORWARDED} %:\n> %`

export const isForwarded = (text: string): boolean => /^Forwarded, written by [^\n]*:\n> /.test(text)

export const holdsForwarded = (text: string): boolean => /Forwarded, written by [^\n]*:\n> /.test(text)
