import { listed, number } from '../language.ts'
import { changeRequest as texts } from './messages.ts'

/** The part of a field's JSON schema that the form reads. The server checks the input against the whole schema. */
export interface DescribedField {
  type?: string | readonly string[]
  description?: string
  enum?: readonly unknown[]
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  minLength?: number
  maxLength?: number
}

export type ReadField = { value: unknown; problem: null } | { problem: string }

export function readField(text: string, about: DescribedField, isText: boolean): ReadField {
  const kind = kindOf(about)
  const value = isText ? text : parsed(text)
  if (value === NOT_JSON) return { problem: kind ? texts.wrong[kind] : texts.notJson }
  const problem = problemOf(value, kind, about)
  return problem === null ? { value, problem } : { problem }
}

export const hintOf = (about: DescribedField, isText: boolean): string | undefined => {
  const kind = kindOf(about)
  if (about.description !== undefined) return about.description
  if (isText) return undefined
  return kind === 'number' || kind === 'integer' || kind === 'boolean' ? texts[kind] : texts.json
}

type Kind = 'number' | 'integer' | 'boolean' | 'text' | 'list' | 'object'

const KINDS: Readonly<Record<string, Kind>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  string: 'text',
  array: 'list',
  object: 'object',
}

/** Undefined for a field that takes values of several types, or of any. */
const kindOf = ({ type }: DescribedField): Kind | undefined =>
  typeof type === 'string' && Object.hasOwn(KINDS, type) ? KINDS[type] : undefined

const NOT_JSON = Symbol('not JSON')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return NOT_JSON
  }
}

function problemOf(value: unknown, kind: Kind | undefined, about: DescribedField): string | null {
  if (Array.isArray(about.enum) && about.enum.every(isPlain) && !about.enum.includes(value))
    return texts.wrong.choice(listed(about.enum.map(String)))
  if (kind && !IS_OF[kind](value)) return texts.wrong[kind]
  if (typeof value === 'number') return limitOf(value, about)
  return typeof value === 'string' ? lengthOf([...value].length, about) : null
}

const isPlain = (value: unknown) => value === null || typeof value !== 'object'

const IS_OF: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  text: (value) => typeof value === 'string',
  list: Array.isArray,
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
}

function limitOf(value: number, about: DescribedField): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = about
  if (typeof maximum === 'number' && value > maximum) return texts.wrong.most(number(maximum))
  if (typeof minimum === 'number' && value < minimum) return texts.wrong.least(number(minimum))
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return texts.wrong.below(number(exclusiveMaximum))
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return texts.wrong.above(number(exclusiveMinimum))
  return null
}

function lengthOf(length: number, { minLength, maxLength }: DescribedField): string | null {
  if (typeof maxLength === 'number' && length > maxLength) return texts.wrong.longest(maxLength)
  return typeof minLength === 'number' && length < minLength ? texts.wrong.shortest(minLength) : null
}
