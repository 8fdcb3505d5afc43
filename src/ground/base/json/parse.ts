import { withoutMark } from './byte-order-mark.ts'
import { endOfString, isNestedDeeper, JsonTooDeep, MAX_JSON_DEPTH, QUOTE } from './depth.ts'
import { ExactNumber } from './exact-number.ts'

/**
 * A number whose text JavaScript would change becomes an `ExactNumber`.
 * @throws SyntaxError for invalid JSON; RangeError for a very deeply nested text with such a number, because
 * `JSON.parse` calls `keepDigits` recursively.
 */
export const parseJson = (text: string): unknown =>
  mayLoseDigits(text) ? JSON.parse(text, keepDigits as never) : JSON.parse(text)

/**
 * Blocks the event loop for a long text: parse it with `readJson`.
 * @throws SyntaxError, JsonTooDeep
 */
export function parseBoundedJson(marked: string): unknown {
  const text = withoutMark(marked)
  if (isNestedDeeper(text, MAX_JSON_DEPTH)) throw new JsonTooDeep(MAX_JSON_DEPTH)
  return parseJson(text)
}

export function jsonOrUndefined(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}

/** Can return true even for a text whose numbers keep all digits. */
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

const isPartOfNumber = (code: number): boolean =>
  code === POINT || code === E || code === SMALL_E || code === PLUS || code === MINUS

const [PLUS, MINUS, POINT, E, SMALL_E] = [0x2b, 0x2d, 0x2e, 0x45, 0x65] as const

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source
    ? new ExactNumber(source)
    : value
