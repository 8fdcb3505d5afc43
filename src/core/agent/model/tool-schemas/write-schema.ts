import type { ToolDialect } from './dialects.ts'
import {
  flattenSchema,
  isSame,
  isSchema,
  listIn,
  schemaNames,
  schemaIn,
  targetOf,
  type Schema,
} from './json-schema.ts'
import { ANNOTATIONS, annotationsOf, limitsOf } from './keywords.ts'
import { enumOf, typesOf } from './values.ts'

const MAX_DEPTH = 24

/** Maximum subschemas, because repeated references can multiply without end. Further subschemas allow anything. */
const MAX_PARTS = 2000

interface Writing {
  dialect: ToolDialect
  root: Schema
  nameOf(key: string): string
  remainingSubschemas: number
  names: Map<string, string>
}

interface SchemaPosition {
  depth: number
  followed: readonly string[]
}

/** The result may allow more values than `schema`, but never fewer: the tool itself checks its arguments again. */
export function writeSchema(
  dialect: ToolDialect,
  { root, schema, nameOf }: { root: Schema; schema: Schema; nameOf: (key: string) => string },
): Schema {
  const writing: Writing = { dialect, root, nameOf, remainingSubschemas: MAX_PARTS, names: new Map() }
  const written = write(writing, schema, { depth: 0, followed: [] })
  const definitions: Schema = {}
  for (const [reference, name] of writing.names)
    definitions[name] = write(writing, targetOf(root, reference), { depth: 1, followed: [] })
  const complete = dialect.hasSparseArguments ? written : withDescriptions(written)
  return writing.names.size > 0 ? { ...complete, $defs: definitions } : complete
}

const withDescriptions = (root: Schema): Schema => ({
  ...root,
  properties: Object.fromEntries(
    Object.entries(schemaIn(root.properties)).map(([name, part]) => {
      const { title, description } = schemaIn(part)
      return [name, description ? part : { ...schemaIn(part), description: title || name }]
    }),
  ),
})

function write(writing: Writing, part: unknown, { depth, followed }: SchemaPosition): Schema {
  if (!isSchema(part)) return {}
  if (writing.remainingSubschemas-- <= 0 || depth > MAX_DEPTH) return shellOf(part)
  const { $ref: reference, ...own } = part
  if (typeof reference !== 'string')
    return Array.isArray(own.allOf)
      ? writePlain(writing, flattenSchema(writing, own), { depth, followed })
      : writePlain(writing, own, { depth, followed })
  const target = targetOf(writing.root, reference)
  if (!isSchema(target)) return write(writing, own, { depth, followed })
  if (followed.includes(reference)) return { ...shellOf(target), ...described(own) }
  if (writing.dialect.hasReferences && !isStructural(own))
    return { $ref: `#/$defs/${definitionName(writing, reference)}`, ...described(own) }
  return writePlain(writing, flattenSchema(writing, part), {
    depth,
    followed: [...followed, reference],
  })
}

const isStructural = (own: Schema): boolean => Object.keys(own).some((key) => !ANNOTATIONS.has(key))

const described = ({ description }: Schema): Schema =>
  typeof description === 'string' ? { description } : {}

const definitionName = ({ names }: Writing, reference: string): string => {
  const known = names.get(reference)
  if (known !== undefined) return known
  const plain =
    reference
      .split('/')
      .at(-1)!
      .replace(/[^a-zA-Z0-9_]/g, '')
      .slice(0, 40) || 'part'
  const isTaken = [...names.values()].includes(plain)
  const name = isTaken ? `${plain}_${names.size}` : plain
  names.set(reference, name)
  return name
}

const shellOf = (schema: Schema): Schema => {
  const [type, ...others] = typesOf(schema)
  if (type === undefined || others.length > 0 || type === 'null') return {}
  return type === 'array' ? { type, items: {} } : { type }
}

function writePlain(writing: Writing, schema: Schema, { depth, followed }: SchemaPosition): Schema {
  const { dialect } = writing
  const inner = { depth: depth + 1, followed }
  const types = typesOf(schema)
  const values = enumOf(schema, types)
  const { branches, hasNull } = branchesOf(writing, schema, inner)
  const isNullable = types.includes('null') || (values?.includes(null) ?? false) || hasNull
  const written: Schema = { ...annotationsOf(schema), ...limitsOf(schema) }
  if (values) writeValues(written, values, dialect)
  if (!dialect.hasSparseArguments && written.enum && typeof written.default !== 'string')
    delete written.default
  if (types.includes('array')) written.items = itemsOf(writing, schema, inner)
  if (types.includes('object')) Object.assign(written, membersOf(writing, schema, inner))
  const named = values && !isUniform(values) ? [] : types
  Object.assign(written, typed(named, written, { dialect, isNullable }))
  return withBranches(written, branches, { dialect, isNullable })
}

const isUniform = (values: readonly unknown[]): boolean =>
  new Set(values.filter((value) => value !== null).map((value) => typeof value)).size <= 1

function writeValues(written: Schema, values: readonly unknown[], dialect: ToolDialect): void {
  const shown = dialect.hasTypeLists ? values : values.filter((value) => value !== null)
  if (shown.length === 0) return
  if (dialect.hasMixedEnums || shown.every((value) => typeof value === 'string')) written.enum = shown
  else
    written.description = [
      written.description,
      `One of: ${shown.map((value) => JSON.stringify(value)).join(', ')}.`,
    ]
      .filter(Boolean)
      .join(' ')
}

interface Nullable {
  dialect: ToolDialect
  isNullable: boolean
}

function typed(types: readonly string[], written: Schema, { dialect, isNullable }: Nullable): Schema {
  if (dialect.hasTypeLists) return types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types }
  const others = types.filter((type) => type !== 'null')
  const nullable = isNullable ? { nullable: true } : {}
  if (others.length === 1) return { type: others[0], ...nullable }
  if (others.length === 0 || written.enum) return nullable
  const { items, properties, required, additionalProperties } = written
  const members = { properties, required, additionalProperties }
  for (const key of ['items', ...Object.keys(members)]) delete written[key]
  return {
    ...nullable,
    anyOf: others.map((type) => ({
      type,
      ...(type === 'array' && { items }),
      ...(type === 'object' &&
        Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined))),
    })),
  }
}

interface Branches {
  branches: readonly Schema[]
  hasNull: boolean
}

function branchesOf(writing: Writing, schema: Schema, place: SchemaPosition): Branches {
  const group = [listIn(schema.anyOf), listIn(schema.oneOf)].find((branches) => branches.length > 0)
  const given = (group ?? []).filter((branch) => branch !== false)
  const kept = given.filter((branch) => writing.dialect.hasTypeLists || !isNull(branch))
  return {
    branches: kept.map((branch) => write(writing, branch, place)),
    hasNull: kept.length < given.length,
  }
}

const isNull = (branch: unknown): boolean =>
  isSchema(branch) && (isSame(typesOf(branch), ['null']) || ('const' in branch && branch.const === null))

function withBranches(
  written: Schema,
  branches: readonly Schema[],
  { dialect, isNullable }: Nullable,
): Schema {
  const [only, ...others] = branches
  if (!only) return written
  if (dialect.hasTypeLists) return { ...written, anyOf: branches }
  const mark = isNullable ? { nullable: true } : {}
  if (others.length === 0) return { ...only, ...written, ...mark }
  return written.anyOf ? written : { ...written, ...mark, anyOf: branches }
}

function itemsOf(writing: Writing, { items, prefixItems }: Schema, place: SchemaPosition): Schema {
  const places = [...listIn(prefixItems), ...listIn(items), ...(isSchema(items) ? [items] : [])]
  const written = places.map((item) => write(writing, item, place))
  const different = written.filter(
    (item, index) => written.findIndex((other) => isSame(item, other)) === index,
  )
  if (different.length === 0 || different.some((item) => Object.keys(item).length === 0)) return {}
  const isOpen = Array.isArray(items) || (places.length > 0 && items === undefined)
  if (isOpen) return {}
  return different.length === 1 ? different[0]! : { anyOf: different }
}

function membersOf(writing: Writing, schema: Schema, place: SchemaPosition): Schema {
  const { nameOf } = writing
  const given = schemaIn(schema.properties)
  const isClosed = schema.additionalProperties === false
  const properties = Object.entries(given)
    .filter(([, property]) => property !== false)
    .map(([key, property]): [string, Schema] => [
      nameOf(key),
      withOriginalName(key, nameOf(key), write(writing, property, place)),
    ])
  const required = [...new Set(schemaNames(schema.required))].filter((key) =>
    Object.hasOwn(given, key) ? given[key] !== false : !isClosed,
  )
  // Providers refuse a required property without a schema.
  for (const key of required)
    if (!Object.hasOwn(given, key)) properties.push([nameOf(key), withOriginalName(key, nameOf(key), {})])
  const additional = additionalOf(writing, schema, place)
  return {
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required: required.map(nameOf) }),
    ...(additional !== undefined && { additionalProperties: additional }),
  }
}

const withOriginalName = (key: string, name: string, schema: Schema): Schema => {
  if (key === name) return schema
  const original = key.slice(0, 200)
  return {
    ...schema,
    description: typeof schema.description === 'string' ? `${original}: ${schema.description}` : original,
  }
}

const additionalOf = (writing: Writing, schema: Schema, place: SchemaPosition): unknown => {
  const { additionalProperties: additional, patternProperties } = schema
  const byPattern = isSchema(patternProperties) && Object.keys(patternProperties).length > 0
  if (byPattern) return additional === false || isSchema(additional) ? true : additional
  return isSchema(additional) ? write(writing, additional, place) : additional === false ? false : undefined
}
