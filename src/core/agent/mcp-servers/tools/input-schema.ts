import { accepted, refused, type Result } from '#ground/base/result.ts'
import { isSchema } from '#core/agent/model/tool-schemas/json-schema.ts'
import { objectRoot, type ObjectRoot } from '#core/agent/model/tool-schemas/object-root.ts'

const MAX_CHARACTERS = 32 * 1024
const MAX_DEPTH = 24

type Json = Record<string, unknown>

export function inputSchemaFor(given: unknown): Result<ObjectRoot, string> {
  if (!isSchema(given)) return refused('its `inputSchema` is not an object')
  if (depthOf(given, 0) > MAX_DEPTH)
    return refused(`its \`inputSchema\` is more than ${MAX_DEPTH} levels deep`)
  const { schema, alternatives } = objectRoot(clean(given) as Json)
  const { $schema: _schema, $id: _id, ...kept } = schema
  return JSON.stringify(kept).length > MAX_CHARACTERS
    ? refused(`its \`inputSchema\` is larger than ${MAX_CHARACTERS / 1024} KiB`)
    : accepted({ schema: kept, alternatives })
}

export function missingIn(schema: Json, input: Json): string[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return required.filter((name): name is string => typeof name === 'string' && !Object.hasOwn(input, name))
}

/** Removes external references, because the Hub fetches nothing for a schema. */
function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  if (!isSchema(value)) return value
  const isForeign = REFERENCES.some((key) => typeof value[key] === 'string' && !isLocal(value[key]))
  const kept = Object.entries(value).filter(([key]) => !(isForeign && REFERENCES.includes(key)))
  return Object.fromEntries(kept.map(([key, part]) => [key, clean(part)]))
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef']

const isLocal = (reference: string): boolean => reference.startsWith('#')

/** Stops at `MAX_DEPTH`, because a server may send a schema of any depth. */
function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return depth
  return Object.values(value).reduce<number>((most, part) => Math.max(most, depthOf(part, depth + 1)), depth)
}
