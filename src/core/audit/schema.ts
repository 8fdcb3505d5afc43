import { z } from 'zod'
import { Filter, Format, checkSpan, pageSchema, Paging, sorting, TimeSpan, Time } from '#ground/api/schema.ts'
import { RECORD_SORT } from '#ground/api/list-sorts.ts'

const Counted = { total_is_exact: z.boolean().describe('False if there are more records than `total`') }

export const AuditQuery = z
  .strictObject({
    hub: Filter,
    user: Filter.describe('Only records of this person (complete e-mail) or service (`svc:<name>`)'),
    outcome: z.enum(['allowed', 'denied', 'failed']).optional(),
    tool: Filter,
    surface: Filter,
    ...sorting(RECORD_SORT),
    ...TimeSpan.shape,
    ...Format.shape,
    ...Paging.shape,
  })
  .check(checkSpan)
export type AuditQuery = z.output<typeof AuditQuery>

export const AuditRecord = z
  .object({
    id: z.int().describe('Position in the ledger, from 1'),
    at: Time,
    hub: z.string(),
    user: z.string().nullable().describe('E-mail of the caller; null for a request without a person'),
    tool: z.string(),
    capability: z.string(),
    outcome: z.enum(['allowed', 'denied', 'failed']),
    surface: z.string(),
    reason: z.string(),
    grant: z.json().describe('Grant that allowed the call; null if none did'),
    chat_id: z.string().nullable(),
    run_id: z.string().nullable(),
    revision: z.int().nullable(),
    hash: z.string().describe('SHA-256 over this record and the hash before it'),
  })
  .meta({ id: 'AuditRecord' })
export type AuditRecord = z.infer<typeof AuditRecord>

export const AuditPage = pageSchema(AuditRecord).extend(Counted).meta({ id: 'AuditPage' })

export const AccessChangesQuery = z
  .strictObject({
    hub: Filter,
    user: Filter.describe('Only changes about this person (complete e-mail) or service (`svc:<name>`)'),
    actor: Filter.describe('Only changes by this person (complete e-mail) or service (`svc:<name>`)'),
    action: Filter,
    ...sorting(RECORD_SORT),
    ...TimeSpan.shape,
    ...Format.shape,
    ...Paging.shape,
  })
  .check(checkSpan)
export type AccessChangesQuery = z.output<typeof AccessChangesQuery>

export const AccessChange = z
  .object({
    id: z.int().describe('Position in the ledger, from 1'),
    at: Time,
    hub: z.string().nullable(),
    actor: z.string(),
    subject: z.string().nullable(),
    action: z.string(),
    permission: z.string().nullable(),
    before: z.json(),
    after: z.json(),
    reason: z.string().nullable(),
    revision: z.int().nullable(),
    request_id: z.string().nullable(),
    hash: z.string(),
  })
  .meta({ id: 'AccessChange' })
export type AccessChange = z.infer<typeof AccessChange>

export const AccessChangesPage = pageSchema(AccessChange).extend(Counted).meta({ id: 'AccessChangesPage' })
