import { withoutMark } from './byte-order-mark.ts'
import { isNestedDeeper, JsonTooDeep, MAX_JSON_DEPTH } from './depth.ts'
import { ExactNumber } from './exact-number.ts'

/**
 * `JSON.parse` for data that others wrote: a number that JavaScript would print with other digits becomes an
 * `ExactNumber`, which `JSON.stringify` writes as it was read. As fast as `JSON.parse` where a text holds no such number.
 *
 * @throws SyntaxError as `JSON.parse` does; RangeError for such a number inside some thousand lists and objects.
 * @see parseBoundedJson for texts whose depth nothing has bounded.
 */
export const parseJson = (text: string): unknown =>
  mayLoseDigits(text) ? JSON.parse(text, keepDigits as never) : JSON.parse(text)

/**
 * As `parseJson`, for a short text of others: it is parsed in one turn of the event loop. `readJson` takes long ones.
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

/** As `parseBoundedJson`; undefined for a text that it does not take. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON text may hold such a number. */
export const mayLoseDigits = (text: string): boolean => MAY_LOSE_DIGITS.test(text)

/**
 * Finds more than it should (texts that look like a number), never less: 16 digits, a fraction that ends in 0, an exponent,
 * a small fraction, or a negative zero, where a value may begin.
 */
const MAY_LOSE_DIGITS =
  /(?:^|[:[,\s])-?(?:[\d.]{16}|(?:0|[1-9]\d*)(?:\.\d*0(?=[\s,\]}]|$)|(?:\.\d+)?[eE][+-]?\d)|0\.0{6}|(?<=-)0(?![\d.]))/

const keepDigits = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source
    ? new ExactNumber(source)
    : value
