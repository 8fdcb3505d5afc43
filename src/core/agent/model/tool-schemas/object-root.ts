import {
  flattenSchema,
  isSchema,
  isSame,
  joinSchemas,
  listIn,
  schemaNames,
  schemaIn,
  type Combining,
  type Schema,
} from './json-schema.ts'

const MAX_PARTS = 1000

export interface ObjectRoot {
  schema: Schema
  alternatives: string | null
}

/**
 * Providers require a plain object root, so this merges alternatives. The result allows at least the values of the
 * given schema.
 */
export function objectRoot(given: Schema, nameOf: (key: string) => string = (key) => key): ObjectRoot {
  const combining = { root: given, remainingSubschemas: MAX_PARTS }
  const { alternatives, ...merged } = mergedObject(combining, given, nameOf)
  const { type: _, properties, required, ...rest } = merged.schema
  const names = schemaNames(required)
  return {
    schema: {
      ...rest,
      type: 'object',
      properties: schemaIn(properties),
      ...(names.length > 0 && { required: names }),
    },
    alternatives: alternatives.length > 0 ? alternatives.join(' ') : null,
  }
}

interface Merged {
  schema: Schema
  alternatives: string[]
}

function mergedObject(combining: Combining, part: unknown, nameOf: (key: string) => string): Merged {
  const {
    anyOf,
    oneOf,
    if: _if,
    then,
    else: otherwise,
    not: _not,
    enum: _enum,
    const: _const,
    dependentSchemas,
    dependencies,
    ...base
  } = flattenSchema(combining, part)
  const schema: Schema = base
  const alternatives: string[] = []
  for (const group of [anyOf, oneOf]) {
    const branches = listIn(group)
      .filter((branch) => isObjectBranch(combining, branch))
      .map((branch) => mergedObject(combining, branch, nameOf))
    if (branches.length === 0) continue
    for (const branch of branches) addProperties(schema, branch.schema)
    const common = branches
      .map((branch) => schemaNames(branch.schema.required))
      .reduce((all, names) => all.filter((name) => names.includes(name)))
    schema.required = [...new Set([...schemaNames(schema.required), ...common])]
    alternatives.push(...branches.flatMap((branch) => branch.alternatives), ...sentenceOn(branches, nameOf))
  }
  const dependent = [dependentSchemas, dependencies].flatMap((schemas) => Object.values(schemaIn(schemas)))
  for (const branch of [then, otherwise, ...dependent])
    if (isSchema(branch)) addProperties(schema, mergedObject(combining, branch, nameOf).schema)
  return { schema, alternatives }
}

/** Arguments are an object, so alternatives of other types never apply. */
const isObjectBranch = (combining: Combining, branch: unknown): boolean => {
  if (!isSchema(branch)) return branch === true
  const { type } = flattenSchema(combining, branch)
  return type === undefined || type === 'object' || listIn(type).includes('object')
}

const addProperties = (schema: Schema, branch: Schema): void => {
  schema.properties = joinSchemas(schemaIn(schema.properties), schemaIn(branch.properties), either)
}

const either = (a: unknown, b: unknown): unknown => {
  const [one, other] = [valuesOf(a), valuesOf(b)]
  if (one && other) {
    const { const: _, type: _type, ...rest } = schemaIn(a)
    return { ...rest, enum: [...one, ...other.filter((value) => !one.some((known) => isSame(known, value)))] }
  }
  return { anyOf: [...branchesOf(a), b] }
}

const branchesOf = (schema: unknown): readonly unknown[] =>
  isSchema(schema) && Array.isArray(schema.anyOf) && Object.keys(schema).length === 1
    ? schema.anyOf
    : [schema]

const valuesOf = (schema: unknown): unknown[] | null => {
  if (!isSchema(schema)) return null
  if ('const' in schema) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : null
}

const MAX_NAMED = 8

function sentenceOn(branches: readonly Merged[], nameOf: (key: string) => string): string[] {
  const lists = new Set(branches.map(({ schema }) => argumentsOf(schema, nameOf)))
  lists.delete('')
  if (lists.size < 2) return []
  const shown = [...lists].slice(0, MAX_NAMED)
  const more = lists.size > shown.length ? '; or another combination' : ''
  return [`Use one of these combinations of arguments: ${shown.join('; or ')}${more}.`]
}

const argumentsOf = ({ required, properties }: Schema, nameOf: (key: string) => string): string => {
  const known = schemaIn(properties)
  const names = schemaNames(required)
  return (names.length > 0 ? names : Object.keys(known))
    .slice(0, MAX_NAMED)
    .map((name) => {
      const value = Object.hasOwn(known, name) ? schemaIn(known[name]).const : undefined
      return `\`${nameOf(name)}\`${value === undefined ? '' : ` ${JSON.stringify(value)}`}`
    })
    .join(', ')
}
