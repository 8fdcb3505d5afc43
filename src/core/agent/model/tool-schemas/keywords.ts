import { isAnyNumber } from '#ground/base/json/exact-number.ts'
import type { Schema } from './json-schema.ts'
import { isPattern } from './pattern.ts'

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isFlag: Check = (value) => typeof value === 'boolean'

const ANNOTATION_CHECKS: Readonly<Record<string, Check>> = {
  title: isText,
  description: isText,
  default: () => true,
  examples: Array.isArray,
  format: isText,
  deprecated: isFlag,
  readOnly: isFlag,
  writeOnly: isFlag,
}

export const ANNOTATIONS: ReadonlySet<string> = new Set(Object.keys(ANNOTATION_CHECKS))

export const annotationsOf = (schema: Schema): Schema => checked(schema, ANNOTATION_CHECKS)

const LIMIT_CHECKS: Readonly<Record<string, Check>> = {
  pattern: (value) => isText(value) && isPattern(value as string, 'u'),
  ...Object.fromEntries(
    ['minLength', 'maxLength', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
      .concat(['minItems', 'maxItems', 'minProperties', 'maxProperties'])
      .map((key) => [key, isAnyNumber]),
  ),
  uniqueItems: isFlag,
}

export const limitsOf = (schema: Schema): Schema => checked(withNumericBounds(schema), LIMIT_CHECKS)

const checked = (schema: Schema, checks: Readonly<Record<string, Check>>): Schema =>
  Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => Object.hasOwn(checks, key) && checks[key]!(value)),
  )

/** In JSON Schema draft 4 an exclusive bound is a flag beside the bound. */
const withNumericBounds = (schema: Schema): Schema => {
  const bounds = { ...schema }
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (schema[flag] !== true || !isAnyNumber(schema[bound])) continue
    bounds[flag] = schema[bound]
    delete bounds[bound]
  }
  return bounds
}
