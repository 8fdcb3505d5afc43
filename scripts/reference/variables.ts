import { z } from 'zod'
import { variableInfo } from '#ground/base/environment.ts'

export interface Variable {
  name: string
  secret: boolean
  values: string
  /** Default value; null for secrets and if there is no default. */
  fallback: string | null
  description: string
}

interface JsonSchema {
  type?: string
  format?: string
  enum?: unknown[]
  default?: unknown
  description?: string
  minimum?: number
  maximum?: number
  minLength?: number
  exclusiveMinimum?: number
}

export function variablesOf(schema: z.ZodObject): Variable[] {
  const [written, read] = [propertiesOf(schema, 'input'), propertiesOf(schema, 'output')]
  return Object.entries(schema.shape).map(([name, definition]) => {
    const property = { ...written[name], ...read[name] }
    const secret = isSecret(definition as z.ZodType)
    return {
      name,
      secret,
      values: valuesOf(property),
      fallback: (property.default ?? null) === null || secret ? null : shown(property.default),
      description: property.description ?? '',
    }
  })
}

const propertiesOf = (schema: z.ZodObject, io: 'input' | 'output') =>
  (z.toJSONSchema(schema, { io, unrepresentable: 'any' }).properties ?? {}) as Record<string, JsonSchema>

function valuesOf(property: JsonSchema): string {
  if (property.enum) return property.enum.map((word) => `\`${String(word)}\``).join(', ')
  if (property.type === 'boolean') return 'flag'
  if (property.type === 'array') return 'list'
  if (property.type === 'integer') return ['integer', rangeOf(property)].filter(Boolean).join(' ')
  if (property.type === 'number') return property.exclusiveMinimum === 0 ? 'number above 0' : 'number'
  if (property.format === 'uri') return 'address'
  const { minLength = 0 } = property
  return minLength > 1 ? `text of at least ${minLength} characters` : 'text'
}

const rangeOf = ({ minimum, maximum }: JsonSchema): string =>
  maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `${minimum}–${maximum}`

const shown = (value: unknown): string | null => {
  const text = Array.isArray(value) ? value.join(',') : String(value)
  return text === '' ? null : `\`${text}\``
}

const isSecret = (definition: z.ZodType): boolean => {
  if (variableInfo.get(definition)?.secret) return true
  const { innerType } = definition.def as { innerType?: z.ZodType }
  return innerType ? isSecret(innerType) : false
}
