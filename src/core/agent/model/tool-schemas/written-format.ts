import type { ResponseFormat } from '../model.ts'
import type { FormatDialect } from './dialects.ts'
import { isSame, isSchema, listIn, schemaIn, type Schema } from './json-schema.ts'
import { ANNOTATIONS } from './keywords.ts'
import { writeSchema } from './write-schema.ts'

type JsonFormat = Extract<ResponseFormat, { type: 'json' }>

interface WrittenFormat {
  /** Undefined: the provider does not accept the schema, so only the prompt describes it. */
  format: JsonFormat | undefined
  /** Whether each response that the provider allows is valid against the client's schema. */
  isExact: boolean
}

export function writeFormat(dialect: FormatDialect, format: JsonFormat): WrittenFormat {
  const { schema, strict, ...rest } = format
  if (!schema) return { format, isExact: true }
  const written = writeSchema(dialect.schema, { root: schema, schema, nameOf: (key) => key })
  if (dialect.hasObjectRoot && (written.type !== 'object' || written.anyOf !== undefined))
    return { format: undefined, isExact: false }
  const isExact =
    isSame(comparable(schema), comparable(written)) && !holdsKeyword(written, dialect.uncheckedKeywords)
  if (dialect.closes === 'never' || (dialect.closes === 'strict' && !strict))
    return { format: { ...rest, schema: written, ...(strict && { strict }) }, isExact }
  const closed = dialect.hasRecursion || !isRecursive(written) ? closedSchema(written, dialect) : null
  if (closed) return { format: { ...rest, schema: closed, ...(strict && { strict }) }, isExact }
  return { format: dialect.closes === 'always' ? undefined : { ...rest, schema: written }, isExact: false }
}

function comparable(part: unknown, isNames = false): unknown {
  if (Array.isArray(part)) return part.map((one) => comparable(one))
  if (!isSchema(part)) return part
  const entries = Object.entries(part)
    .filter(([key]) => isNames || (!ANNOTATIONS.has(key) && key !== '$schema' && key !== '$id'))
    .map(([key, value]): [string, unknown] => {
      if (isNames) return [key, comparable(value)]
      if (key === 'const') return ['enum', [value]]
      if (key === 'enum') return [key, value]
      return [key, comparable(value, NAMED_PARTS.has(key))]
    })
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

const NAMED_PARTS: ReadonlySet<string> = new Set(['properties', '$defs', 'definitions', 'patternProperties'])

function* partsOf(part: unknown): Generator<Schema> {
  if (!isSchema(part)) return
  yield part
  const named = [part.properties, part.$defs].flatMap((parts) => Object.values(schemaIn(parts)))
  for (const inner of [...named, ...listIn(part.anyOf), part.items, part.additionalProperties])
    yield* partsOf(inner)
}

const holdsKeyword = (written: Schema, keywords: ReadonlySet<string>): boolean =>
  partsOf(written).some((part) => Object.keys(part).some((key) => keywords.has(key)))

/** Takes linear time, because a client may send many definitions. */
function isRecursive({ $defs }: Schema): boolean {
  const targets = new Map(
    Object.entries(schemaIn($defs)).map(([name, part]) => [`#/$defs/${name}`, referencesIn(part)]),
  )
  const edges = [...targets].flatMap(([user, references]) =>
    references.filter((target) => targets.has(target)).map((target) => ({ user, target })),
  )
  const edgesTo = Map.groupBy(edges, ({ target }) => target)
  const openTargets = new Map([...targets.keys()].map((name) => [name, 0]))
  for (const { user } of edges) openTargets.set(user, openTargets.get(user)! + 1)
  const done = [...targets.keys()].filter((name) => openTargets.get(name) === 0)
  for (const name of done)
    for (const { user } of edgesTo.get(name) ?? []) {
      const left = openTargets.get(user)! - 1
      openTargets.set(user, left)
      if (left === 0) done.push(user)
    }
  return done.length < targets.size
}

const referencesIn = (part: unknown): string[] =>
  [...partsOf(part)].flatMap(({ $ref }) => (typeof $ref === 'string' ? [$ref] : []))

/** Null if closed objects would exclude valid values. */
function closedSchema(written: Schema, dialect: FormatDialect): Schema | null {
  let isOpen = false
  const close = (part: unknown): unknown => {
    if (!isSchema(part)) return part
    if (typeof part.$ref === 'string' && !part.$defs) return { $ref: part.$ref }
    const closed = Object.fromEntries(Object.entries(part).filter(([key]) => !dialect.closedWithout.has(key)))
    for (const key of ['properties', '$defs'])
      if (isSchema(part[key]))
        closed[key] = Object.fromEntries(
          Object.entries(part[key]).map(([name, inner]) => [name, close(inner)]),
        )
    if (Array.isArray(part.anyOf)) closed.anyOf = part.anyOf.map(close)
    if (part.items !== undefined) closed.items = close(part.items)
    if (listIn(part.type).includes('object') || part.type === 'object') {
      const names = Object.keys(schemaIn(part.properties))
      const isEmpty = names.length === 0 && part.additionalProperties !== false
      if (isEmpty || part.additionalProperties === true || isSchema(part.additionalProperties)) isOpen = true
      Object.assign(closed, { required: names, additionalProperties: false })
    } else if (Object.keys(part).every((key) => ANNOTATIONS.has(key))) isOpen = true
    return closed
  }
  const closed = close(written) as Schema
  return isOpen ? null : closed
}
