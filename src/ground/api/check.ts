import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { TurnBudget } from '#ground/base/turn-budget.ts'
import type { Checked, ApiRoute } from './contract.ts'
import { findInvalidMembers } from './long-lists.ts'

const PARTS = ['params', 'query', 'body'] as const
type Part = (typeof PARTS)[number]

export interface WrongPart {
  part: Part
  sent: unknown
  error: z.ZodError
}

/** Schemas of the request parts that a route does not declare. These schemas accept only empty parts. */
export const EMPTY_PARTS: Readonly<Record<Part, z.ZodType>> = {
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({}).prefault({}),
}

/** The body of a GET request is ignored. */
export async function checkRequest<R extends ApiRoute>(
  route: R,
  sent: Readonly<Record<Part, unknown>>,
  { undeclared, turns }: { undeclared: Readonly<Record<Part, z.ZodType>>; turns: TurnBudget },
): Promise<Result<Checked<R>, WrongPart>> {
  const checked: Partial<Record<Part, unknown>> = {}
  for (const part of PARTS) {
    if (part === 'body' && route.method === 'get') continue
    const schema = route[part] ?? undeclared[part]
    const wrong = part === 'body' ? await findInvalidMembers(schema, sent.body, turns) : null
    if (wrong) return refused({ part, sent: sent[part], error: wrong })
    const parsed = schema.safeParse(sent[part])
    if (!parsed.success) return refused({ part, sent: sent[part], error: parsed.error })
    checked[part] = parsed.data
  }
  return accepted(checked as Checked<R>)
}

export const withoutEmpty = (query: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''))

const MAX_NAME_LENGTH = 64
const MAX_LISTED = 5

/** Leaves out the values that were sent, because they may be passwords. */
export function describeInvalidFields({ error, sent }: WrongPart): string {
  const problems = [...new Set(error.issues.flatMap((issue) => describe(issue, sent)))]
  const hidden = error.issues.reduce((sum, issue) => sum + keysBeyond(issue), 0)
  const unlisted = Math.max(0, problems.length - MAX_LISTED) + hidden
  const more = unlisted > 0 ? ` · and ${unlisted} more` : ''
  return `${problems.slice(0, MAX_LISTED).join(' · ')}${more}`
}

const keysBeyond = (issue: z.core.$ZodIssue): number =>
  issue.code === 'unrecognized_keys' ? Math.max(0, issue.keys.length - MAX_LISTED) : 0

function describe(issue: z.core.$ZodIssue, value: unknown): string[] {
  const path = issue.path.map(String)
  if (issue.code === 'unrecognized_keys')
    return issue.keys.slice(0, MAX_LISTED).map((key) => `${nameOf([...path, key])}: there is no such field`)
  const isMissing = issue.code === 'invalid_type' && valueAt(value, issue.path) === undefined
  const message = isMissing ? 'is missing' : uncapitalized(issue.message.replace(/^Invalid input: /, ''))
  return [path.length > 0 || !isMissing ? `${nameOf(path)}: ${message}` : 'a JSON body is missing']
}

const nameOf = (place: readonly string[]): string =>
  (place.join('.') || 'body').replaceAll(/[^\x20-\x7e]/g, '?').slice(0, MAX_NAME_LENGTH)

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown => {
  let inner = value
  for (const key of path) inner = (inner as Record<PropertyKey, unknown> | null | undefined)?.[key]
  return inner
}

const uncapitalized = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1)
