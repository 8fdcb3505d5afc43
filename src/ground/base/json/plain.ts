import { asNumber, isExactNumber, type ExactNumber } from './exact-number.ts'

/**
 * The same value with JavaScript numbers wherever they are of the same value. Exact numbers are left where no JavaScript
 * number is. A value without exact numbers is returned itself.
 */
export const withPlainNumbers = (value: unknown): unknown =>
  replaced(value, (exact) => asNumber(exact) ?? exact)

/** The same for readers in JavaScript, such as browsers, whose numbers would lose digits: those become texts. */
export const forBrowsers = (value: unknown): unknown =>
  replaced(value, (exact) => asNumber(exact) ?? exact.digits)

function replaced(value: unknown, by: (exact: ExactNumber) => unknown): unknown {
  if (isExactNumber(value)) return by(value)
  if (Array.isArray(value)) {
    const items = value.map((item) => replaced(item, by))
    return items.every((item, at) => Object.is(item, value[at])) ? value : items
  }
  if (typeof value !== 'object' || value === null || !isPlain(value)) return value
  const entries = Object.entries(value)
  const parts = entries.map(([key, part]) => [key, replaced(part, by)] as const)
  return parts.every(([, part], at) => Object.is(part, entries[at]![1])) ? value : Object.fromEntries(parts)
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
