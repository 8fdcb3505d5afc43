import { isExactNumber, numberIn } from './exact-number.ts'

/** An exact number as a string, for libraries that accept only plain JSON. */
const MARK = '\uE000number:'
const MARKED = /^\uE000number:(-?\d[\d.eE+-]*)$/
const MARKED_IN_JSON = /"\uE000number:(-?\d[\d.eE+-]*)"/g

export const markNumbers = (value: unknown): unknown =>
  mapped(value, (part) => (isExactNumber(part) ? MARK + part.digits : part))

export const markedDigits = (text: string): string | null => MARKED.exec(text)?.[1] ?? null

export const unmarkNumbers = (value: unknown): unknown =>
  mapped(value, (part) => {
    const digits = typeof part === 'string' ? markedDigits(part) : null
    return digits === null ? part : (numberIn(digits) ?? part)
  })

export const unmarkedJson = (json: string): string =>
  json.includes(MARK)
    ? json.replaceAll(MARKED_IN_JSON, (text, digits) => (numberIn(digits) === null ? text : digits))
    : json

function mapped(value: unknown, leaf: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => mapped(item, leaf))
    return items.every((item, at) => item === value[at]) ? value : items
  }
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return leaf(value)
  const entries = Object.entries(value)
  const parts = entries.map(([key, part]) => [key, mapped(part, leaf)] as const)
  return parts.every(([, part], at) => part === entries[at]![1]) ? value : Object.fromEntries(parts)
}
