import { isExactNumber } from '#ground/base/json/exact-number.ts'

export type Schema = Record<string, unknown>

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const schemaIn = (value: unknown): Schema => (isSchema(value) ? value : {})

export const schemaNames = (value: unknown): string[] =>
  listIn(value).filter((name): name is string => typeof name === 'string')

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

export function targetOf(root: Schema, reference: string): unknown {
  if (reference === '#') return root
  if (!reference.startsWith('#/')) return undefined
  let value: unknown = root
  for (const part of reference.slice(2).split('/')) {
    const key = decoded(part)
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Schema)[key]
  }
  return value
}

const decoded = (part: string): string => {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

/** `remainingSubschemas` bounds the work, since references can multiply without end. */
export interface Combining {
  root: Schema
  remainingSubschemas: number
}

export function flattenSchema(
  combining: Combining,
  part: unknown,
  seen: ReadonlySet<string> = new Set(),
): Schema {
  if (!isSchema(part) || combining.remainingSubschemas-- <= 0) return {}
  const { $ref: reference, allOf, ...own } = part
  const parts = listIn(allOf).map((one) => flattenSchema(combining, one, seen))
  if (typeof reference === 'string' && !seen.has(reference)) {
    const target = targetOf(combining.root, reference)
    parts.unshift(flattenSchema(combining, target, new Set([...seen, reference])))
  }
  return [...parts, own].reduce<Schema>(both, {})
}

/** If a keyword cannot be merged, `b` wins. */
function both(a: Schema, b: Schema): Schema {
  const sum = { ...a, ...b }
  if (isSchema(a.properties) && isSchema(b.properties))
    sum.properties = joinSchemas(a.properties, b.properties, (x, y) => ({ allOf: [x, y] }))
  if (Array.isArray(a.required) && Array.isArray(b.required))
    sum.required = [...new Set([...a.required, ...b.required])]
  if (Array.isArray(a.enum) && Array.isArray(b.enum)) {
    const common = a.enum.filter((value) => listIn(b.enum).some((other) => isSame(value, other)))
    if (common.length > 0) sum.enum = common
  }
  return sum
}

export const joinSchemas = (a: Schema, b: Schema, join: (x: unknown, y: unknown) => unknown): Schema =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => {
      const [inA, inB] = [Object.hasOwn(a, key), Object.hasOwn(b, key)]
      if (inA && inB && !isSame(a[key], b[key])) return [key, join(a[key], b[key])]
      return [key, inA ? a[key] : b[key]]
    }),
  )
