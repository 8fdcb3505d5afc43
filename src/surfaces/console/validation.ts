import type { z } from 'zod'
import { Refused } from '#ground/api/errors.ts'

const LONGEST_NAME = 64
const LISTED = 5

/**
 * Check a part of a request.
 *
 * @throws Refused `invalid`, naming every field that is wrong. What was sent is not repeated: it may be a password.
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const problems = [...new Set(parsed.error.issues.flatMap((issue) => describe(issue, value)))]
  const more = problems.length > LISTED ? ` · and ${problems.length - LISTED} more` : ''
  throw new Refused('invalid', `${problems.slice(0, LISTED).join(' · ')}${more}`)
}

/** A query as it is checked: what is left empty counts as left out. */
export const withoutEmpty = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

function describe(issue: z.core.$ZodIssue, value: unknown): string[] {
  const place = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${nameOf([...place, key])}: there is no such field`)
  const isMissing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined
  const message = isMissing ? 'is missing' : uncapitalized(issue.message.replace(/^Invalid input: /, ''))
  return [place.length > 0 || !isMissing ? `${nameOf(place)}: ${message}` : 'a JSON body is missing']
}

const nameOf = (place: readonly string[]): string =>
  (place.join('.') || 'body').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, LONGEST_NAME)

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown => {
  let inner = value
  for (const key of path) inner = (inner as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return inner
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
