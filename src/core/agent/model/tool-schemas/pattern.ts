import { isSchema, type Schema } from './json-schema.ts'

export function isPattern(pattern: string, flags: '' | 'u'): boolean {
  try {
    return new RegExp(pattern, flags).source !== ''
  } catch {
    return false
  }
}

/** In these keywords, the keys are chosen by the schema's author, so a key such as `pattern` is not a keyword. */
const MAPS: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
])

const VALUES: ReadonlySet<string> = new Set(['enum', 'const', 'default', 'examples'])

export function withoutPatterns(
  schema: Schema,
  isLeftOut: (pattern: string) => boolean = () => true,
): Schema {
  const strip = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(strip)
    if (!isSchema(part)) return part
    const kept = Object.entries(part).filter(
      ([key, value]) => key !== 'pattern' || typeof value !== 'string' || !isLeftOut(value),
    )
    return Object.fromEntries(
      kept.map(([key, value]): [string, unknown] => {
        if (VALUES.has(key)) return [key, value]
        if (!MAPS.has(key) || !isSchema(value)) return [key, strip(value)]
        return [key, Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strip(inner)]))]
      }),
    )
  }
  return strip(schema) as Schema
}
