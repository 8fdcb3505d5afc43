import { z } from 'zod'
import { BudgetNotice } from '#core/usage/schema.ts'
import { Filter, Time } from '#ground/api/schema.ts'

export const AttentionQuery = z.strictObject({ hub: Filter })

export const AttentionKind = z.enum([
  'hub_broken',
  'hub_away',
  'hub_problems',
  'run_failed',
  'run_retrying',
  'model_failing',
  'answers_failed',
  'channel_silent',
  'events_quarantined',
  'budget',
  'sign_ups',
  'access_request',
  'change_requests',
  'key_expires',
  'certificate',
  'backup',
])
export type AttentionKind = z.infer<typeof AttentionKind>

/** Most severe first. */
export const LEVELS = ['failure', 'warning', 'decision'] as const
export const AttentionLevel = z.enum(LEVELS)
export type AttentionLevel = z.infer<typeof AttentionLevel>

export const AttentionItem = z
  .object({
    kind: AttentionKind,
    level: AttentionLevel,
    hub: z.string().nullable(),
    subject: z
      .string()
      .nullable()
      .describe(
        'Workflow, model, channel, person, key, or names of the certificate that the item is about; null for the Hub itself',
      ),
    subject_id: z
      .string()
      .nullable()
      .default(null)
      .describe('Id of a person or key, whose name may not be unique; otherwise null'),
    count: z.int().describe('Number of failures, problems, events, people or requests'),
    since: Time.nullable().describe(
      'Latest failure, or the oldest request; for a key or certificate, its expiry; for a backup, the last successful backup',
    ),
    detail: z.string().nullable(),
    budget: BudgetNotice.nullable(),
  })
  .meta({ id: 'AttentionItem' })
export type AttentionItem = z.infer<typeof AttentionItem>

export const AttentionList = z
  .object({
    items: z.array(AttentionItem).describe('Worst first, then newest first; at most 100'),
    total: z.int(),
  })
  .meta({ id: 'AttentionList' })
