import { withoutMark } from './byte-order-mark.ts'
import { endOfString, isNestedDeeper, JsonTooDeep, MAX_JSON_DEPTH, QUOTE } from './depth.ts'
import { ExactNumber } from './exact-number.ts'

/**
 * `JSON.parse` for foreign data: a number that JavaScript would print with other digits becomes an `ExactNumber`. A
 * text without such numbers takes about 1.5 times as long as `JSON.parse`.
 *
 * @throws SyntaxError for invalid JSON; RangeError for an inexact number below thousands of nested lists and objects.
 * @see parseBoundedJson for texts of unknown depth.
 */
export const parseJson = (text: string): unknown =>
  mayLoseDigits(text) ? JSON.parse(text, keepDigits as never) : JSON.parse(text)

/**
 * Like `parseJson`, with a limit of depth. It parses in one turn of the event loop: use `readJson` for long texts.
 *
 * @param marked May begin with a byte order mark.
 *
 * @throws SyntaxError
 * @throws JsonTooDeep
 */
export function parseBoundedJson(marked: string): unknown {
  const text = withoutMark(marked)
  if (isNestedDeeper(text, MAX_JSON_DEPTH)) throw new JsonTooDeep(MAX_JSON_DEPTH)
  return parseJson(text)
}

/** Like `parseBoundedJson`; undefined instead of an error. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}

/**
 * True if JSON may contain an inexact number: one with 16 or more characters, an exponent, a fraction that ends in 0
 * or is very small, or a negative zero. False positives are possible. It skips strings, so it is much faster than a
 * parser.
 */
export function mayLoseDigits(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === MINUS || isDigit(code)) {
      const start = at
      let isWhole = code !== MINUS
      for (at++; at < text.length; at++) {
        const part = text.charCodeAt(at)
        if (isDigit(part)) continue
        if (!isPartOfNumber(part)) break
        isWhole = false
      }
      if (at - start >= 16 || (!isWhole && UNUSUAL.test(text.slice(start, at)))) return true
      at--
    }
  }
  return false
}

const UNUSUAL = /[eE]|\.\d*0$|0\.0{6}|^-0$/

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

/** Characters of a number other than digits. */
const isPartOfNumber = (code: number): boolean =>
  code === POINT || code === E || code === SMALL_E || code === PLUS || code === MINUS

const [PLUS, MINUS, POINT, E, SMALL_E] = [0x2b, 0x2d, 0x2e, 0x45, 0x65] as const

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source
    ? new ExactNumber(source)
    : value
