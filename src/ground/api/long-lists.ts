import { z } from 'zod'
import type { TurnBudget } from '#ground/base/turn-budget.ts'

const PORTION = 500

/**
 * Checks a long list in portions, because one call of the schema would block the event loop.
 * @returns Issues of the first portion with an invalid member; null if all members are valid.
 */
export async function findInvalidMembers(
  schema: z.ZodType,
  value: unknown,
  turns: TurnBudget,
): Promise<z.ZodError | null> {
  for (const { path, portion, check } of portionsIn(schema, value, [])) {
    if (turns.isSpent()) await turns.nextTurn()
    const { error } = check.safeParse(portion.members)
    if (error) return new z.ZodError(error.issues.map((issue) => shiftIssuePath(issue, path, portion.from)))
  }
  return null
}

interface Portion {
  path: PropertyKey[]
  check: z.ZodType
  portion: { members: unknown; from: number }
}

function* portionsIn(declared: z.ZodType, value: unknown, path: PropertyKey[]): Generator<Portion> {
  if (typeof value !== 'object' || value === null) return
  const schema = unwrapped(declared)
  if (schema instanceof z.ZodObject) {
    for (const [key, field] of Object.entries(schema.shape))
      if (Object.hasOwn(value, key))
        yield* portionsIn(field as z.ZodType, (value as Record<string, unknown>)[key], [...path, key])
  } else if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const element = schema.element as z.ZodType
    if (value.length > maxLengthOf(schema)) return
    if (value.length > PORTION)
      for (let from = 0; from < value.length; from += PORTION)
        yield { path, check: z.array(element), portion: { members: value.slice(from, from + PORTION), from } }
    else for (const [at, item] of value.entries()) yield* portionsIn(element, item, [...path, at])
  } else if (schema instanceof z.ZodRecord && !Array.isArray(value)) {
    const entries = Object.entries(value)
    for (let from = 0; entries.length > PORTION && from < entries.length; from += PORTION)
      yield {
        path,
        check: schema,
        portion: { members: Object.fromEntries(entries.slice(from, from + PORTION)), from: 0 },
      }
  }
}

function maxLengthOf(schema: z.ZodArray): number {
  const limits = (schema.def.checks ?? []).map(({ _zod: { def } }) =>
    def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Infinity,
  )
  return Math.min(Infinity, ...limits)
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodPrefault
  )
    inner = inner.unwrap() as z.ZodType
  return inner
}

function shiftIssuePath(
  issue: z.core.$ZodIssue,
  path: readonly PropertyKey[],
  from: number,
): z.core.$ZodIssue {
  const [first, ...rest] = issue.path
  const place = typeof first === 'number' ? [first + from, ...rest] : issue.path
  return { ...issue, path: [...path, ...place] }
}
