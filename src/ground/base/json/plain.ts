import { asNumber, isExactNumber, type ExactNumber } from './exact-number.ts'
import { setField } from './set-field.ts'

/** Keeps an exact number if the conversion would change its integer part. */
export const withPlainNumbers = (value: unknown): unknown =>
  replaced(value, (exact) => asNumber(exact) ?? exact)

/** Numbers that JavaScript cannot represent become strings, because browsers would round them. */
export const forBrowsers = (value: unknown): unknown =>
  replaced(value, (exact) => asNumber(exact) ?? exact.digits)

function replaced(value: unknown, by: (exact: ExactNumber) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (isExactNumber(value)) return by(value)
  if (Array.isArray(value)) {
    let items: unknown[] = value
    for (const [at, item] of value.entries()) {
      const other = replaced(item, by)
      if (Object.is(other, item)) continue
      if (items === value) items = [...value]
      items[at] = other
    }
    return items
  }
  if (!isPlain(value)) return value
  let fields = value as Record<string, unknown>
  for (const key of Object.keys(value)) {
    const field = (value as Record<string, unknown>)[key]
    const other = replaced(field, by)
    if (Object.is(other, field)) continue
    if (fields === value) fields = { ...value }
    setField(fields, key, other)
  }
  return fields
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
