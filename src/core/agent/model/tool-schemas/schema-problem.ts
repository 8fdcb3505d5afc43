import { isAnyNumber } from '#ground/base/json/exact-number.ts'
import { isSchema, targetOf, type Schema } from './json-schema.ts'
import { isPattern } from './pattern.ts'

export interface SchemaProblem {
  path: readonly (string | number)[]
  message: string
}

type Path = SchemaProblem['path']

const TYPES: readonly unknown[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null']

const ONE = ['not', 'if', 'then', 'else', 'contains', 'propertyNames', 'additionalProperties'].concat([
  'unevaluatedProperties',
  'unevaluatedItems',
  'additionalItems',
])
const LISTS = ['anyOf', 'oneOf', 'allOf', 'prefixItems']
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas']

const NUMBERS = ['minimum', 'maximum', 'multipleOf']
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties']

/** Unknown keywords are valid, as the drafts of JSON Schema specify. */
export function schemaProblem(root: Schema): SchemaProblem | null {
  return problemsIn(root, [], root).next().value ?? null
}

function* problemsIn(value: unknown, path: Path, root: Schema): Generator<SchemaProblem, undefined> {
  if (typeof value === 'boolean') return
  if (!isSchema(value)) return yield* problem(path, 'expected a JSON Schema: an object, true or false')
  yield* ownProblems(value, path, root)
  for (const key of ONE) if (Object.hasOwn(value, key)) yield* problemsIn(value[key], [...path, key], root)
  if (Object.hasOwn(value, 'items')) {
    const { items } = value
    if (Array.isArray(items)) yield* inList(items, [...path, 'items'], root)
    else yield* problemsIn(items, [...path, 'items'], root)
  }
  for (const key of LISTS) {
    if (!Object.hasOwn(value, key)) continue
    const list = value[key]
    if (!Array.isArray(list) || list.length === 0)
      yield* problem([...path, key], 'expected a list of at least one schema')
    else yield* inList(list, [...path, key], root)
  }
  for (const key of MAPS) {
    if (!Object.hasOwn(value, key)) continue
    const schemas = value[key]
    if (!isSchema(schemas)) yield* problem([...path, key], 'expected an object of schemas')
    else
      for (const [name, schema] of Object.entries(schemas)) {
        if (key === 'patternProperties') yield* patternProblem(name, [...path, key, name])
        yield* problemsIn(schema, [...path, key, name], root)
      }
  }
}

function* inList(list: readonly unknown[], path: Path, root: Schema): Generator<SchemaProblem, undefined> {
  for (const [index, schema] of list.entries()) yield* problemsIn(schema, [...path, index], root)
}

function* ownProblems(schema: Schema, path: Path, root: Schema): Generator<SchemaProblem, undefined> {
  const has = (key: string) => Object.hasOwn(schema, key)
  const { type, required, enum: values, $ref: reference, pattern } = schema
  if (has('type')) yield* typeProblem(type, [...path, 'type'])
  // In draft 3, `required` is a boolean of each property.
  if (has('required') && typeof required !== 'boolean' && !isTextList(required))
    yield* problem([...path, 'required'], 'expected a list of names')
  if (has('enum') && (!Array.isArray(values) || values.length === 0))
    yield* problem([...path, 'enum'], 'expected a list of at least one value')
  if (has('$ref')) {
    if (typeof reference !== 'string') yield* problem([...path, '$ref'], 'expected a string')
    else if (/^#(\/|$)/.test(reference) && targetOf(root, reference) === undefined)
      yield* problem([...path, '$ref'], `there is no ${reference} in the schema`)
  }
  if (has('pattern')) yield* patternProblem(pattern, [...path, 'pattern'])
  for (const key of NUMBERS)
    if (has(key) && !isAnyNumber(schema[key])) yield* problem([...path, key], 'expected a number')
  for (const key of COUNTS)
    if (has(key) && !(isAnyNumber(schema[key]) && Number(schema[key]) >= 0))
      yield* problem([...path, key], 'expected a number of at least 0')
}

function* typeProblem(type: unknown, path: Path): Generator<SchemaProblem, undefined> {
  const expected = `expected ${TYPES.slice(0, -1).join(', ')} or ${String(TYPES.at(-1))}`
  if (!Array.isArray(type)) {
    if (!TYPES.includes(type)) yield* problem(path, expected)
    return
  }
  if (type.length === 0) yield* problem(path, 'expected at least one type')
  const wrong = type.findIndex((name) => !TYPES.includes(name))
  if (wrong !== -1) yield* problem([...path, wrong], expected)
}

function* patternProblem(pattern: unknown, path: Path): Generator<SchemaProblem, undefined> {
  if (typeof pattern !== 'string') yield* problem(path, 'expected a string')
  else if (!isPattern(pattern, '') && !isPattern(pattern, 'u'))
    yield* problem(path, 'expected an ECMA-262 regular expression')
}

const isTextList = (value: unknown): boolean =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

function* problem(path: Path, message: string): Generator<SchemaProblem, undefined> {
  yield { path, message }
}
