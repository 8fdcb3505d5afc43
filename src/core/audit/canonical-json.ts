import { isExactNumber, type ExactNumber } from '#ground/base/json/exact-number.ts'

export type JsonValue =
  | null
  | boolean
  | number
  | ExactNumber
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined }

/** Sorts keys by code unit, so that equal values have equal hashes. Source: RFC 8785, without fractional numbers. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isExactNumber(value)) return value.digits
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (isInOrder(value)) return JSON.stringify(value)
  const members = Object.keys(value)
    .toSorted()
    .filter((key) => value[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key]!)}`)
  return `{${members.join(',')}}`
}

const isList = (value: object): value is readonly JsonValue[] => Array.isArray(value)

const isInOrder = (value: { readonly [key: string]: JsonValue | undefined }): boolean => {
  let before = ''
  for (const key of Object.keys(value)) {
    const member = value[key]
    if (key < before || (typeof member === 'object' && member !== null)) return false
    before = key
  }
  return true
}
