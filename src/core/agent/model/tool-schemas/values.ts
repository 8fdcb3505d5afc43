import { isAnyNumber, type AnyNumber } from '#ground/base/json/exact-number.ts'
import { isSchema, listIn, type Schema } from './json-schema.ts'

const TYPES: Readonly<Record<string, string>> = {
  string: 'string',
  str: 'string',
  text: 'string',
  number: 'number',
  float: 'number',
  double: 'number',
  decimal: 'number',
  integer: 'integer',
  int: 'integer',
  long: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  array: 'array',
  list: 'array',
  tuple: 'array',
  object: 'object',
  dict: 'object',
  map: 'object',
  null: 'null',
  none: 'null',
}

export function typesOf(schema: Schema): string[] {
  const named = Array.isArray(schema.type) ? schema.type : [schema.type]
  const known = named.map((type) => (typeof type === 'string' ? TYPES[type.toLowerCase()] : undefined))
  const types = known.includes(undefined) ? impliedTypes(schema) : [...new Set(known as string[])]
  if (schema.nullable === true && types.length > 0 && !types.includes('null')) types.push('null')
  return types
}

function impliedTypes(schema: Schema): string[] {
  if (isSchema(schema.properties) || Array.isArray(schema.required)) return ['object']
  if ('items' in schema || 'prefixItems' in schema) return ['array']
  const values = valuesOf(schema)
  if (!values || values.length === 0) return []
  return [...new Set(values.map(typeOfValue))]
}

const valuesOf = (schema: Schema): readonly unknown[] | null => {
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : null
}

export function enumOf(schema: Schema, types: readonly string[]): readonly unknown[] | null {
  const values = valuesOf(schema)
  if (!values || listIn(values).length === 0) return null
  const fitting = values.filter((value) => fits(value, types))
  return fitting.length > 0 ? fitting : null
}

const fits = (value: unknown, types: readonly string[]): boolean => {
  const type = typeOfValue(value)
  return types.length === 0 || types.includes(type) || (type === 'integer' && types.includes('number'))
}

const isWhole = (number: AnyNumber): boolean =>
  typeof number === 'number' ? Number.isInteger(number) : /^-?\d+(?:\.0+)?$/.test(number.digits)

const typeOfValue = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (isAnyNumber(value)) return isWhole(value) ? 'integer' : 'number'
  return typeof value
}
