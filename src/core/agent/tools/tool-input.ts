import { z } from 'zod'
import { cutText } from '#ground/base/cut-text.ts'
import { isExactNumber, notANumber } from '#ground/base/json/exact-number.ts'
import { nearestName } from '#ground/base/nearest-name.ts'

/** Accepts an object schema of any installed copy of zod. */
export const isObjectSchema = (value: unknown): value is z.ZodObject =>
  typeof value === 'object' && value !== null && (value as { def?: { type?: string } }).def?.type === 'object'

/** By default zod drops unknown arguments; this schema refuses them. */
export function strictInput<Input extends z.ZodType>(input: Input): Input {
  const { def } = input as unknown as z.ZodObject
  return def.catchall
    ? input
    : z.clone(input, { ...def, catchall: z.never() } as unknown as Input['_zod']['def'])
}

export const describeInputProblems = (error: z.ZodError, input: z.ZodType, given: unknown): string =>
  error.issues
    .slice(0, 5)
    .flatMap((issue) => problemsOf(issue, input, given))
    .join('; ')

const problemsOf = (issue: z.core.$ZodIssue, input: z.ZodType, given: unknown): string[] => {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') {
    const message = numberProblem(given, issue.path) ?? issue.message
    return [path ? `${path}: ${message}` : message]
  }
  const known = path === '' ? Object.keys((input as unknown as z.ZodObject).shape) : []
  return issue.keys.slice(0, 5).map((key) => unknownArgument(path ? `${path}.${key}` : key, known))
}

const numberProblem = (given: unknown, path: readonly PropertyKey[]): string | null => {
  let value = given
  for (const key of path) value = (value as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return isExactNumber(value) ? notANumber(value) : null
}

const unknownArgument = (name: string, known: readonly string[]): string => {
  const shown = cutText(name, 100)
  const nearest = nearestName(shown, known)
  const hint = nearest
    ? `; did you mean ${nearest}?`
    : known.length > 0
      ? `; the arguments are ${known.join(', ')}`
      : ''
  return `there is no argument ${shown}${hint}`
}
