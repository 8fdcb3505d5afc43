import { z } from 'zod'
import { Filter, Format, inOrder, pageSchema, Paging, TimeSpan, Time } from '#ground/api/schema.ts'

const Counted = { total_is_exact: z.boolean().describe('False: there are more than `total`') }

export const AuditQuery = z
  .strictObject({
    hub: Filter,
    user: Filter.describe('E-mail or `svc:<name>`, whole'),
    outcome: z.enum(['allowed', 'denied', 'failed']).optional(),
    tool: Filter,
    surface: Filter,
    ...TimeSpan.shape,
    ...Format.shape,
    ...Paging.shape,
  })
  .check(inOrder)
export type AuditQuery = z.output<typeof AuditQuery>

export const AuditRecord = z
  .object({
    id: z.int().describe('Place in the ledger, from 1'),
    at: Time,
    hub: z.string(),
    user: z.string().nullable().describe('Null for a request without a person'),
    tool: z.string(),
    capability: z.string(),
    outcome: z.enum(['allowed', 'denied', 'failed']),
    surface: z.string(),
    reason: z.string(),
    grant: z.json().describe('The grant that allowed it, or null'),
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
    user: Filter.describe('Subject of the change'),
    actor: Filter.describe('Author'),
    action: Filter,
    ...TimeSpan.shape,
    ...Format.shape,
    ...Paging.shape,
  })
  .check(inOrder)
export type AccessChangesQuery = z.output<typeof AccessChangesQuery>

export const AccessChange = z
  .object({
    id: z.int().describe('Place in the ledger, from 1'),
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
