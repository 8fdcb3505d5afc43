/**
 * Quotes another author's text line by line: nothing in it can pass for the answered person, or for the end
 * of the quotation. Pure.
 */
export const quotedLines = (text: string): string[] =>
  text.split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/).map((line) => `> ${line}`)

/** Reduces freely chosen text, such as a name, to a part of one line. Pure. */
export const onOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim()

const MAX_NAME_LENGTH = 80

export const quoteName = (name: string): string => onOneLine(name).slice(0, MAX_NAME_LENGTH).toWellFormed()

/** Text of another author that a person forwards. Pure. */
export const forwarded = (text: string, by: string | null): string =>
  [`${FORWARDED} ${quoteName(by ?? '') || 'somebody'}:`, ...quotedLines(text)].join('\n')

const FORWARDED = 'Forwarded, written by'

/** As SQL's `like` finds a text that holds what was passed on. A person who writes the same by hand is believed, too. */
export const FORWARDED_PATTERN = `%${FORWARDED} %:\n> %`

/** True if a message consists of another author's text. */
export const isForwarded = (text: string): boolean => /^Forwarded, written by [^\n]*:\n> /.test(text)

export const holdsForwarded = (text: string): boolean => /Forwarded, written by [^\n]*:\n> /.test(text)
