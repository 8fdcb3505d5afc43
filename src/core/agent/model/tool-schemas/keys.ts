import { createHash } from 'node:crypto'
import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { isSchema, listIn, schemaNames, schemaIn, targetOf, type Schema } from './json-schema.ts'

const MAX_LENGTH = 64

const MAX_PARTS = 20_000

export function renameKeys(schema: Schema, allowed: RegExp): ReadonlyMap<string, string> {
  const keys = keysIn(schema)
  const taken = new Set(keys)
  const refused = [...keys].filter((key) => !allowed.test(key))
  return new Map(
    refused.map((key) => {
      const name = freeName(key, taken)
      taken.add(name)
      return [key, name]
    }),
  )
}

export function freeName(refused: string, taken: ReadonlySet<string>): string {
  const plain = refused.replace(/[^a-zA-Z0-9_-]+/g, '_').replace(/^[_\d-]+|_+$/g, '')
  if (plain !== '' && plain.length <= MAX_LENGTH && !taken.has(plain)) return plain
  for (let turn = 0; ; turn++) {
    const mark = createHash('sha256')
      .update(`${refused}${turn || ''}`)
      .digest('hex')
      .slice(0, 8)
    const name = `${(plain || 'arg').slice(0, MAX_LENGTH - mark.length - 1)}_${mark}`
    if (!taken.has(name)) return name
  }
}

function keysIn(schema: Schema): Set<string> {
  const keys = new Set<string>()
  const waiting: unknown[] = [schema]
  for (let parts = 0; waiting.length > 0 && parts < MAX_PARTS; parts++) {
    const part = waiting.pop()
    if (typeof part !== 'object' || part === null || isExactNumber(part)) continue
    waiting.push(...Object.values(part))
    if (!isSchema(part)) continue
    for (const key of [...Object.keys(schemaIn(part.properties)), ...schemaNames(part.required)])
      keys.add(key)
  }
  return keys
}

export interface KeyChange {
  root: Schema
  declared(key: string): string
  written(declared: string): string
}

export function withKeys(change: KeyChange, schemas: readonly unknown[], value: unknown): unknown {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  const here = applying(change.root, schemas)
  if (Array.isArray(value)) {
    const items = here.flatMap(({ items, prefixItems }) => [
      ...listIn(items),
      ...(isSchema(items) ? [items] : []),
      ...listIn(prefixItems),
    ])
    return value.map((item) => withKeys(change, items, item))
  }
  const others = here.flatMap(({ additionalProperties, patternProperties }) => [
    additionalProperties,
    ...Object.values(schemaIn(patternProperties)),
  ])
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => {
      const declared = change.declared(key)
      const declaring = here.filter((schema) => declares(schema, declared))
      if (declaring.length === 0) return [key, withKeys(change, others, part)]
      const inside = declaring.map(({ properties }) => schemaIn(properties)[declared])
      return [change.written(declared), withKeys(change, inside, part)]
    }),
  )
}

const declares = ({ properties, required }: Schema, key: string): boolean =>
  Object.hasOwn(schemaIn(properties), key) || listIn(required).includes(key)

function applying(root: Schema, schemas: readonly unknown[]): Schema[] {
  const found = new Set<Schema>()
  const waiting = [...schemas]
  while (waiting.length > 0 && found.size < 200) {
    const schema = waiting.pop()
    if (!isSchema(schema) || found.has(schema)) continue
    found.add(schema)
    const { $ref, allOf, anyOf, oneOf, then, else: otherwise } = schema
    if (typeof $ref === 'string') waiting.push(targetOf(root, $ref))
    waiting.push(...listIn(allOf), ...listIn(anyOf), ...listIn(oneOf), then, otherwise)
  }
  return [...found]
}
