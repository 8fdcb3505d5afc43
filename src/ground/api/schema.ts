import { z } from 'zod'
import { sortsOf, type ListSort, type Sort } from './list-sorts.ts'

export const ErrorCode = z.enum([
  'invalid',
  'everyone_refused',
  'unauthenticated',
  'forbidden',
  'outside_ceiling',
  'cross_origin',
  'blocked',
  'not_found',
  'method_not_allowed',
  'legacy',
  'revision_conflict',
  'file_conflict',
  'editing_off',
  'setup_off',
  'setup_failed',
  'duplicate_email',
  'idp_managed',
  'last_admin',
  'stale_plan',
  'draining',
  'expired',
  'too_large',
  'media_type',
  'rate_limited',
  'partial',
  'role_partial',
  'chatapp_unavailable',
  'unavailable',
  'disk_full',
  'internal',
])
export type ErrorCode = z.infer<typeof ErrorCode>

export const ErrorBody = z
  .object({
    detail: z.string().describe('Explanation for people, one or two sentences'),
    code: ErrorCode.describe('Stable error code for programs'),
  })
  .meta({ id: 'Error' })
export type ErrorBody = z.infer<typeof ErrorBody>

/** ISO 8601 in UTC with `Z`, such as `2026-11-20T17:15:00.000Z`. */
export const Time = z.iso.datetime()

const whole = (from: number, name: string, maximum = 9_999_999_999) =>
  z
    .string()
    .regex(/^\d{1,10}$/, `expected a whole number of at least ${from}`)
    .meta({ type: 'integer', minimum: from, maximum })
    .transform(Number)
    .refine((value) => value >= from, `expected a whole number of at least ${from}`)
    .describe(name)

const MAX_PAGE_ITEMS = 200
const MAX_OFFSET = 1_000_000

export const Paging = z.object({
  limit: whole(1, `Items of one page; more than ${MAX_PAGE_ITEMS} is taken as ${MAX_PAGE_ITEMS}`)
    .transform((value) => Math.min(value, MAX_PAGE_ITEMS))
    .prefault('50'),
  offset: whole(0, 'Items to leave out at the start', MAX_OFFSET)
    .refine((value) => value <= MAX_OFFSET, `expected at most ${MAX_OFFSET}`)
    .prefault('0'),
})
export type Paging = z.output<typeof Paging>

export const Format = z.object({
  format: z.enum(['json', 'csv', 'jsonl']).default('json').describe('`csv` and `jsonl` return every item'),
})

/** A time, converted to milliseconds since the Unix epoch. */
const Moment = z
  .string()
  .max(64)
  .meta({ format: 'date-time' })
  .pipe(z.iso.datetime({ offset: true, error: 'expected a time such as 2026-11-20T17:15:00Z' }))
  .transform((text) => Date.parse(text))

export const TimeSpan = z.object({
  since: Moment.optional().describe('Earliest time, inclusive'),
  until: Moment.optional().describe('Latest time, exclusive'),
})

export const checkSpan = ({ value, issues }: z.core.ParsePayload<z.output<typeof TimeSpan>>): void => {
  if (value.since !== undefined && value.until !== undefined && value.since > value.until)
    issues.push({ code: 'custom', input: value, path: ['since'], message: 'expected a time before `until`' })
}

export const Filter = z.string().max(256, 'expected at most 256 characters').optional()

export const sorting = <Key extends string>(sort: ListSort<Key>) => ({
  sort: z
    .enum(sortsOf(sort) as [Sort<Key>, ...Sort<Key>[]])
    .prefault(sort.initial as never)
    .describe('Order of the items; `-` reverses it'),
  from: Filter.describe('The list begins at this name, time or number of its order'),
})

export const pageSchema = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.int().describe('Number of items in the whole list'),
    offset: z.int(),
    limit: z.int(),
  })

export const Unreachable = z
  .array(z.object({ slug: z.string(), name: z.string() }))
  .optional()
  .describe('Unavailable Hubs, which are missing from the list; left out for a request about one Hub')
export type Unreachable = z.infer<typeof Unreachable>
